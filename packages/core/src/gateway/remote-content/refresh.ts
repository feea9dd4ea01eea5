import { originOf } from '../../machine/callers/origin.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { CallContext } from '../../operation.ts'
import type { Fetch, Wait } from '../../ports.ts'
import type { RefreshReport } from './contract.ts'
import { fetchDocument } from './fetch-document.ts'
import { MOST_ADDRESSES, MOST_TOGETHER } from './limits.ts'
import {
  changeRemote,
  loadContent,
  loadRemote,
  named,
  type RemoteContent,
  type RemoteEntry,
  type RemoteIndex,
  type RemoteWrite,
} from './remote-index.ts'
import { remotePlaces } from './remote-places.ts'
import { type ServedDocumentation, settingsOf } from './served-addresses.ts'
import { documentationIn, type Settled, settle, type Wanted } from './settle.ts'
import { withSource } from './with-source.ts'

/** The type of events about remote content that changed. */
export const REFRESHED = 'API_DOCUMENTATION_REFRESHED'

/** How many documents of an API are fetched at once. */
const AT_ONCE = 8

/** What fetching needs. */
export interface RefreshPorts extends Pick<Instance, 'store' | 'note' | 'clock' | 'zone' | 'applied'> {
  readonly fetch: Fetch
  readonly wait: Wait
}

/** One round for one API. */
export interface Round {
  readonly id: string
  readonly served: ServedDocumentation
  readonly call: Pick<CallContext, 'caller' | 'reason' | 'traceparent'>
  /** Ends the round: what was stored stays, and the next round continues. */
  readonly signal: AbortSignal
  /** Whether nothing is stored. @default false */
  readonly isDry?: boolean
}

/**
 * Fetches the remote content of an API, and stores it as it arrives. An event tells if anything changed, once the round is
 * complete. Rejects if the store fails, or with the reason of the signal.
 */
export async function refresh(round: Round, ports: RefreshPorts): Promise<RefreshReport> {
  const { id, served, signal, isDry = false } = round
  const { store, clock } = ports
  const before = await loadRemote(store, id)
  const settings = settingsOf(served.documentation)
  const fresh = new Map<string, RemoteContent>()
  const settled: { readonly entry: RemoteEntry; readonly known: RemoteEntry | undefined }[] = []
  let room = MOST_TOGETHER

  async function take(wanted: readonly Wanted[]): Promise<readonly Settled[]> {
    const outcomes = await Promise.all(
      wanted.map(({ url, known }) =>
        fetchDocument({ url, etag: known?.sha256 && known.etag }, settings, { ...ports, signal }),
      ),
    )
    signal.throwIfAborted()
    const taken: Settled[] = []
    for (const [i, one] of wanted.entries()) {
      const outcome = outcomes[i] ?? { problem: '' }
      const result = await settle(one, outcome, { now: clock(), room })
      const { entry, content } = result
      room -= entry.bytes ?? 0
      if (content && entry.sha256 && !isDry) fresh.set(entry.sha256, content)
      settled.push({ entry, known: one.known })
      taken.push(result)
    }
    return taken
  }

  const { url: address = '' } = served.documentation.source ?? {}
  const known = before?.source?.url === address ? before.source : undefined
  const [source] = address === '' ? [] : await take([{ url: address, known }])
  const remote = await documentOf(source)
  const wanted = wantedOf(withSource(served.documentation, remote), before)
  const most = source ? MOST_ADDRESSES - 1 : MOST_ADDRESSES
  const entries: RemoteEntry[] = []
  for (let first = 0; first < Math.min(wanted.length, most); first += AT_ONCE) {
    const group = await take(wanted.slice(first, Math.min(first + AT_ONCE, most)))
    entries.push(...group.map(({ entry }) => entry))
    if (fresh.size > 0) await save(partial)
  }
  const report = toReport(clock(), settled, wanted.slice(most))
  if (!isDry) await save(complete)
  return report

  async function documentOf(one: Settled | undefined) {
    const sha256 = one?.entry.sha256
    return documentationIn(one?.content ?? (sha256 ? await loadContent(store, id, sha256) : undefined))
  }

  async function save(write: (current: RemoteIndex | undefined) => RemoteWrite): Promise<void> {
    const eventId = await changeRemote(ports, id, write)
    fresh.clear()
    if (typeof eventId === 'number') await ports.applied(eventId)
  }

  /** What was fetched so far, over what is known. No event tells of it. */
  function partial(current: RemoteIndex | undefined): RemoteWrite {
    const own = new Set(entries.map(({ url }) => url))
    const others = current?.entries.filter(({ url }) => !own.has(url)) ?? []
    const first = source ? { source: source.entry } : {}
    return written(
      { ...current, at: current?.at ?? 0, ...first, entries: [...entries, ...others], isUntold: true },
      current,
    )
  }

  function complete(current: RemoteIndex | undefined): RemoteWrite {
    const index: RemoteIndex = {
      at: clock(),
      of: served.digest,
      ...(source && { source: source.entry }),
      entries,
    }
    const isEmpty = !source && entries.length === 0
    const write = written(index, current)
    const isChanged = current?.isUntold === true || stateOf(write.index) !== stateOf(before)
    return {
      ...write,
      ...(isEmpty && { index: undefined }),
      events: isChanged ? [eventOf(round, report, ports)] : [],
    }
  }

  /** Contents that another process has deleted meanwhile are not named. */
  function written(index: RemoteIndex, current: RemoteIndex | undefined): RemoteWrite {
    const there = named(current)
    const held = (entry: RemoteEntry): RemoteEntry => {
      if (entry.sha256 === undefined || there.has(entry.sha256) || fresh.has(entry.sha256)) return entry
      const { url, problem } = entry
      return { url, ...(problem !== undefined && { problem }) }
    }
    return {
      index: { ...index, ...(index.source && { source: held(index.source) }), entries: index.entries.map(held) },
      contents: new Map(fresh),
    }
  }
}

/** The addresses of a documentation, each once, in their order. */
function wantedOf(documentation: Parameters<typeof remotePlaces>[0], before: RemoteIndex | undefined): Wanted[] {
  const known = new Map(before?.entries.map((entry) => [entry.url, entry]))
  const wanted = new Map<string, Wanted>()
  for (const { url, type } of remotePlaces(documentation))
    if (!wanted.has(url)) wanted.set(url, { url, type, known: known.get(url) })
  return [...wanted.values()]
}

/** What an event tells of: which contents there are, and which addresses fail. */
const stateOf = (index: RemoteIndex | undefined): string =>
  JSON.stringify(
    [index?.source, ...(index?.entries ?? [])].map((entry) => [
      entry?.url,
      entry?.sha256,
      entry?.problem !== undefined,
    ]),
  )

function toReport(
  at: number,
  settled: readonly { readonly entry: RemoteEntry; readonly known: RemoteEntry | undefined }[],
  left: readonly Wanted[],
): RefreshReport {
  const fetched = settled.flatMap(({ entry: { url, sha256, bytes = 0, type, problem }, known }) =>
    problem === undefined
      ? [{ url, bytes, ...(type !== undefined && { content_type: type }), changed: sha256 !== known?.sha256 }]
      : [],
  )
  const failed = settled.flatMap(({ entry: { url, problem } }) => (problem === undefined ? [] : [{ url, problem }]))
  const [first] = left
  const more = left.length === 1 ? '' : `, nor are ${left.length - 1} more`
  const problem = `It is not fetched${more}: at most ${MOST_ADDRESSES} addresses of an API are`
  return { at, fetched, failed: [...failed, ...(first ? [{ url: first.url, problem }] : [])] }
}

function eventOf({ id, call }: Round, { fetched, failed }: RefreshReport, { clock, zone }: RefreshPorts): EventDraft {
  return {
    type: REFRESHED,
    key: id,
    domain: 'Api',
    payload: { api: id, fetched, failed },
    timestamp: localTimestamp(clock(), zone),
    ...originOf(call),
  }
}
