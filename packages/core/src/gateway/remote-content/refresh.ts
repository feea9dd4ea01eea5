import { originOf } from '../../machine/callers/origin.ts'
import type { EventDraft } from '../../machine/log/event.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { CallContext } from '../../operation.ts'
import type { Fetch, Wait } from '../../ports.ts'
import { type Arrival, arrivals } from './arrivals.ts'
import type { RefreshReport } from './contract.ts'
import {
  changeRemote,
  loadRemote,
  named,
  type RemoteContent,
  type RemoteEntry,
  type RemoteIndex,
  type RemoteWrite,
} from './remote-index.ts'
import type { ServedDocumentation } from './served-addresses.ts'

/** The type of events about remote content that changed. */
export const REFRESHED = 'API_DOCUMENTATION_REFRESHED'

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
  const before = await loadRemote(ports.store, id)
  const fresh = new Map<string, RemoteContent>()
  const all: Arrival[] = []
  const fetching = { id, documentation: served.documentation, before }
  for await (const group of arrivals(fetching, { ...ports, signal })) {
    all.push(...group.map(({ content: _content, ...arrival }) => arrival))
    if (isDry) continue
    for (const { entry, content, known } of group)
      if (content && entry.sha256 !== undefined && entry.sha256 !== known?.sha256) fresh.set(entry.sha256, content)
    // A source comes with the first pages, so that those are never there without it, nor it without them.
    if (fresh.size > 0 && group[0]?.of === 'page') await save(partial)
  }
  const report = toReport(ports.clock(), all)
  if (!isDry) await save(complete)
  return report

  async function save(write: (current: RemoteIndex | undefined) => RemoteWrite): Promise<void> {
    const eventId = await changeRemote(ports, id, write)
    fresh.clear()
    if (typeof eventId === 'number') await ports.applied(eventId)
  }

  /** What was fetched so far, over what is known. No event tells of it. */
  function partial(current: RemoteIndex | undefined): RemoteWrite {
    const { source = current?.source, entries } = fetched(all)
    const own = new Set(entries.map(({ url }) => url))
    const others = current?.entries.filter(({ url }) => !own.has(url)) ?? []
    const index = { ...current, at: current?.at ?? 0, ...(source && { source }), isUntold: true } as const
    return written({ ...index, entries: [...entries, ...others] }, current, fresh)
  }

  function complete(current: RemoteIndex | undefined): RemoteWrite {
    const { source, entries } = fetched(all)
    const index: RemoteIndex = { at: ports.clock(), of: served.digest, ...(source && { source }), entries }
    const write = written(index, current, fresh)
    const isChanged = current?.isUntold === true || stateOf(write.index) !== stateOf(before)
    return {
      ...write,
      ...(!source && entries.length === 0 && { index: undefined }),
      events: isChanged ? [eventOf(round, report, ports)] : [],
    }
  }
}

/** What is stored of arrivals. */
function fetched(all: readonly Arrival[]): Pick<RemoteIndex, 'source' | 'entries'> {
  const source = all.find(({ of }) => of === 'source')?.entry
  return { ...(source && { source }), entries: all.flatMap(({ of, entry }) => (of === 'page' ? [entry] : [])) }
}

/** A write of an index. Contents that another process has deleted meanwhile are not named. */
function written(
  index: RemoteIndex,
  current: RemoteIndex | undefined,
  fresh: ReadonlyMap<string, RemoteContent>,
): RemoteWrite {
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

/** What an event tells of: which contents there are, and which addresses fail. */
const stateOf = (index: RemoteIndex | undefined): string =>
  JSON.stringify(
    [index?.source, ...(index?.entries ?? [])].map((entry) => [
      entry?.url,
      entry?.sha256,
      entry?.problem !== undefined,
    ]),
  )

function toReport(at: number, all: readonly Arrival[]): RefreshReport {
  const fetched = all.flatMap(({ entry: { url, sha256, bytes = 0, type, problem }, known }) =>
    problem === undefined
      ? [{ url, bytes, ...(type !== undefined && { content_type: type }), changed: sha256 !== known?.sha256 }]
      : [],
  )
  const failed = all.flatMap(({ entry: { url, problem } }) => (problem === undefined ? [] : [{ url, problem }]))
  return { at, fetched, failed }
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
