import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'

/** Resolves a host name to all of its addresses. Rejects with an error whose `code` is that of `dns.lookup`. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** How long answers hold, in milliseconds. */
const GOOD_MS = 5000
const FAILED_MS = 1000
/** How long the last good answer is used while the resolver fails. */
const STALE_MS = 60_000
/** Names that are remembered. */
const MOST_NAMES = 1000

interface Known {
  /** The last good answer, and when it came. */
  addresses: readonly LookupAddress[] | undefined
  goodAt: number
  /** Why the last query failed; absent if it did not. */
  error: unknown
  answeredAt: number
  pending: Promise<readonly LookupAddress[]> | undefined
}

/**
 * Remembers answers of a resolver for five seconds, failures for one. While the resolver fails, the last good answer is
 * used for a minute; a name that does not exist any more has none. All that ask for a name at the same time share one
 * query.
 */
export function cachedResolve(resolve: Resolve = systemResolve, now: () => number = elapsed): Resolve {
  const names = new Map<string, Known>()

  function knownOf(hostname: string): Known {
    let known = names.get(hostname)
    if (known) return known
    if (names.size >= MOST_NAMES) names.delete(names.keys().next().value as string)
    known = { addresses: undefined, goodAt: 0, error: undefined, answeredAt: 0, pending: undefined }
    names.set(hostname, known)
    return known
  }

  async function ask(hostname: string, known: Known): Promise<readonly LookupAddress[]> {
    try {
      known.addresses = await resolve(hostname)
      known.goodAt = now()
      known.error = undefined
    } catch (error) {
      known.error = error
      if ((error as { code?: string }).code === 'ENOTFOUND') known.addresses = undefined
    }
    known.answeredAt = now()
    known.pending = undefined
    return answerOf(known)
  }

  function answerOf({ addresses, goodAt, error }: Known): readonly LookupAddress[] {
    if (addresses && (error === undefined || now() - goodAt < STALE_MS)) return addresses
    throw error
  }

  return async (hostname) => {
    const known = knownOf(hostname)
    const isAnswered = known.addresses !== undefined || known.error !== undefined
    const age = now() - known.answeredAt
    if (isAnswered && age < (known.error === undefined ? GOOD_MS : FAILED_MS)) return answerOf(known)
    known.pending ??= ask(hostname, known)
    return known.pending
  }
}

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })
const elapsed = (): number => performance.now()
