import { hashState, murmur3 } from '@signalbox/core/gateway'
import type { Exchange } from '../../plugin-api/exchange.ts'
import { cookieValue } from '../../request/cookie-value.ts'
import { queryValue } from '../../request/query.ts'
import { type Choice, type CreateBalancer, weightOf } from './balancer.ts'
import { perList } from './per-list.ts'
import { roundRobin } from './round-robin.ts'

/** Requests from the same address go to the same target. */
export const ipAddressHash: CreateBalancer = byHash(
  () =>
    ({ address }) =>
      address,
)

/** Requests with the same value of a header go to the same target. */
export const headerHash: CreateBalancer = byHash(({ header_name }) => {
  const name = String(header_name ?? '').toLowerCase()
  return ({ headers }) => headers.get(name)
})

/** Requests with the same value of a cookie go to the same target. */
export const cookieHash: CreateBalancer = byHash(({ cookie_name }) => {
  const name = String(cookie_name ?? '')
  return ({ headers }) => cookieValue(headers, name)
})

/** Requests with the same value of a query parameter go to the same target. */
export const queryHash: CreateBalancer = byHash(({ query_name }) => {
  const name = String(query_name ?? '')
  return ({ query }) => queryValue(query, name)
})

type KeyOf = (exchange: Exchange) => string | undefined

/**
 * Weighted rendezvous hashing: each target has a score for each key, and the highest wins. If a target goes, only its keys
 * move. Requests without a key take turns.
 */
function byHash(toKeyOf: (settings: Parameters<CreateBalancer>[0]) => KeyOf): CreateBalancer {
  return (settings, ports) => {
    const keyOf = toKeyOf(settings)
    const keyless = roundRobin(settings, ports)
    const seedsOf = perList<Choice, readonly Seed[]>((usable) => usable.map(seedOf))
    return {
      choose(usable, exchange, now) {
        const key = keyOf(exchange)
        return key ? usable[highest(seedsOf(usable), murmur3(key, EMPTY))]! : keyless.choose(usable, exchange, now)
      },
    }
  }
}

interface Seed {
  readonly hash: number
  readonly weight: number
}

const EMPTY = hashState('')

const seedOf = (choice: Choice): Seed => ({ hash: murmur3(choice.name, EMPTY), weight: weightOf(choice) })

/** The place of the highest score. */
function highest(seeds: readonly Seed[], key: number): number {
  let found = 0
  let most = -1
  for (let i = 0; i < seeds.length; i++) {
    const { hash, weight } = seeds[i]!
    const score = -weight / Math.log((mix(key ^ hash) + 0.5) / 2 ** 32)
    if (score <= most) continue
    most = score
    found = i
  }
  return found
}

/** Spreads the bits of a number: the finalizer of murmur3. */
function mix(x: number): number {
  let y = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  y = Math.imul(y ^ (y >>> 13), 0xc2b2ae35)
  return (y ^ (y >>> 16)) >>> 0
}
