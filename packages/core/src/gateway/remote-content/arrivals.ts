import type { Instance } from '../../machine/records/hooks.ts'
import { type FetchPorts, fetchDocument } from './fetch-document.ts'
import { MOST_ADDRESSES, MOST_TOGETHER } from './limits.ts'
import { loadContent, type RemoteEntry, type RemoteIndex } from './remote-index.ts'
import { type Documentation, remotePlaces } from './remote-places.ts'
import { settingsOf } from './served-addresses.ts'
import { documentationIn, type Settled, settle, type Wanted } from './settle.ts'
import { withSource } from './with-source.ts'

/** How many documents of an API are fetched at once. */
const AT_ONCE = 8

/** The result for an address. */
export interface Arrival extends Settled {
  readonly known: RemoteEntry | undefined
  /** Whose content it is; `nothing` for an address that is not fetched, because there are too many. */
  readonly of: 'source' | 'page' | 'nothing'
}

/** What to fetch, and what is known. */
export interface Fetching {
  readonly id: string
  readonly documentation: Documentation
  readonly before: RemoteIndex | undefined
}

/**
 * Fetches the source of a documentation, then each address in it, some at a time. Arrivals come in the order of the addresses,
 * whichever server is faster, so the same addresses have no room each time. Rejects with the reason of the signal.
 */
export async function* arrivals(
  { id, documentation, before }: Fetching,
  { store, clock, ...ports }: Pick<Instance, 'store' | 'clock'> & FetchPorts,
): AsyncGenerator<readonly Arrival[]> {
  const settings = settingsOf(documentation)
  let room = MOST_TOGETHER

  async function take(wanted: readonly Wanted[], of: Arrival['of']): Promise<Arrival[]> {
    const outcomes = await Promise.all(
      wanted.map(async (one) => {
        const { url, known } = one
        return { one, outcome: await fetchDocument({ url, etag: known?.sha256 && known.etag }, settings, ports) }
      }),
    )
    ports.signal.throwIfAborted()
    const taken: Arrival[] = []
    for (const { one, outcome } of outcomes) {
      const settled = await settle(one, outcome, { now: clock(), room })
      room -= settled.entry.bytes ?? 0
      taken.push({ ...settled, known: one.known, of })
    }
    return taken
  }

  const { url: address = '' } = documentation.source ?? {}
  const known = before?.source?.url === address ? before.source : undefined
  const [source] = address === '' ? [] : await take([{ url: address, known }], 'source')
  if (source) yield [source]
  const sha256 = source?.entry.sha256
  const content = source?.content ?? (sha256 ? await loadContent(store, id, sha256) : undefined)
  const wanted = wantedOf(withSource(documentation, documentationIn(content)), before)
  const most = source ? MOST_ADDRESSES - 1 : MOST_ADDRESSES
  for (let first = 0; first < Math.min(wanted.length, most); first += AT_ONCE)
    yield await take(wanted.slice(first, Math.min(first + AT_ONCE, most)), 'page')
  const [left, ...others] = wanted.slice(most)
  if (left) yield [tooMany(left.url, others.length)]
}

/** The addresses of a documentation, each once, in their order. */
function wantedOf(documentation: Documentation, before: RemoteIndex | undefined): Wanted[] {
  const known = new Map(before?.entries.map((entry) => [entry.url, entry]))
  const wanted = new Map<string, Wanted>()
  for (const { url, type } of remotePlaces(documentation))
    if (!wanted.has(url)) wanted.set(url, { url, type, known: known.get(url) })
  return [...wanted.values()]
}

/** The first of the addresses that are too many stands for all of them. */
function tooMany(url: string, others: number): Arrival {
  const more = others === 0 ? '' : `, nor are ${others} more`
  const problem = `It is not fetched${more}: at most ${MOST_ADDRESSES} addresses of an API are`
  return { entry: { url, problem }, known: undefined, of: 'nothing' }
}
