import { type Clock, isObject, type Report } from '@signalbox/core/gateway'
import { createLocalJWKSet, errors, type JSONWebKeySet } from 'jose'
import type { SideResponse } from '../../plugin-api/side-call.ts'
import { KeysUnavailableError, type TokenKeys } from './token-keys.ts'

/** What a JWK Set needs. */
export interface JwksPorts {
  /** Where the set is, for messages. */
  readonly url: string
  /** Fetches the set. */
  readonly fetch: () => Promise<SideResponse>
  readonly clock: Clock
  readonly report: Report
}

const MINUTE = 60_000
/** How long a set counts. */
const FRESH_MS = 10 * MINUTE
/** After this time a set in use is fetched again, beside the requests. */
const REFRESH_MS = 8 * MINUTE
/** How long a set counts while its server fails. */
const STALE_MS = 24 * 60 * MINUTE
/** Between attempts while the server fails. */
const RETRY_MS = 5000
/** Between fetches because of an unknown key id. */
const UNKNOWN_MS = 30_000

interface Fetched {
  readonly find: ReturnType<typeof createLocalJWKSet>
  /** The same for sets with the same keys. */
  readonly text: string
}

/**
 * The keys of a JWK Set (RFC 7517) at a URL. A set counts for ten minutes, and for a day while its server fails. It is fetched
 * again for an unknown key id, at most every 30 seconds.
 */
export function createJwks({ url, fetch, clock, report }: JwksPorts): TokenKeys {
  let current: Fetched | undefined
  let version = 0
  let fetchedAt = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY
  let unknownAt = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | undefined

  const isFailing = () => failedAt > fetchedAt
  const counts = (now: number) => now - fetchedAt < (isFailing() ? STALE_MS : FRESH_MS)

  async function load(): Promise<void> {
    try {
      const next = readSet(await fetch())
      if (next.text !== current?.text) {
        current = next
        version++
      }
      fetchedAt = clock()
      failedAt = Number.NEGATIVE_INFINITY
    } catch (cause) {
      if (!isFailing()) report(new Error(`The keys of ${url} cannot be loaded`, { cause }))
      failedAt = clock()
    }
  }

  /** Fetches the set, once for all who ask meanwhile. Resolves also if that fails. */
  function refresh(): Promise<void> {
    if (clock() - failedAt < RETRY_MS) return Promise.resolve()
    pending ??= load().finally(() => {
      pending = undefined
    })
    return pending
  }

  return {
    async find(header, token) {
      if (clock() - fetchedAt >= FRESH_MS) await refresh()
      if (!current || !counts(clock())) throw new KeysUnavailableError(`The keys of ${url} cannot be loaded`)
      try {
        return await current.find(header, token)
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || clock() - unknownAt < UNKNOWN_MS) throw error
        unknownAt = clock()
        await refresh()
        return current.find(header, token)
      }
    },
    version() {
      const now = clock()
      if (now - fetchedAt >= REFRESH_MS) void refresh()
      return counts(now) ? version : Number.NaN
    },
  }
}

function readSet({ status, body }: SideResponse): Fetched {
  if (status !== 200) throw new Error(`The response has the status ${status}`)
  if (!body) throw new Error('The response is too large')
  const set: unknown = JSON.parse(new TextDecoder().decode(body))
  if (!isObject(set) || !Array.isArray(set.keys)) throw new Error('The response is no JWK Set')
  const text = set.keys
    .map((key) => JSON.stringify(key))
    .sort()
    .join()
  return { find: createLocalJWKSet(set as unknown as JSONWebKeySet), text }
}
