import { BUTTON, HEADLINE } from './shop.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** What the visitors of the shop did, by experiment: how many came during how many days, and which shares of them ordered. */
const campaigns = [
  { id: BUTTON, visitors: 900, days: 18, rates: { A: 0.52, B: 0.67 } },
  { id: HEADLINE, visitors: 120, days: 4, rates: { A: 0.31, B: 0.34 } },
] as const

/** The history of an experiment, as lines of uploads. */
export interface History {
  readonly bindings: readonly Readonly<Record<string, unknown>>[]
  readonly events: readonly Readonly<Record<string, unknown>>[]
  readonly phases: Readonly<Record<string, unknown>>
}

/** The histories of all experiments until `now`, in epoch milliseconds: the same for the same `now`. */
export const histories = (now: number): readonly History[] => campaigns.map((campaign) => historyOf(campaign, now))

function historyOf({ id: experimentId, visitors, days, rates }: (typeof campaigns)[number], now: number): History {
  const chance = chances(visitors)
  const bound = { A: 0, B: 0 }
  const visits = Array.from({ length: visitors }, (_, i) => ({
    clientId: `visitor-${1001 + i}`,
    variantId: chance() < 0.5 ? ('A' as const) : ('B' as const),
    at: now - chance() * days * DAY,
    hasOrdered: chance(),
    after: chance() * HOUR,
  })).sort((one, other) => one.at - other.at)
  const done = visits.flatMap(({ clientId, variantId, at, hasOrdered, after }) => {
    bound[variantId]++
    const seen = { clientId, variantId, at, type: 'VariantDisplayedEvent' }
    const won = { ...seen, at: at + after, type: 'VariantWonEvent' }
    return hasOrdered < rates[variantId] && won.at < now ? [seen, won] : [seen]
  })
  const counts = { A: { seen: 0, won: 0 }, B: { seen: 0, won: 0 } }
  return {
    bindings: visits.map(({ clientId, variantId }) => ({
      ...{ variantBindingKey: `${experimentId}:${clientId}`, variantId, experimentId, clientId },
    })),
    events: done
      .sort((one, other) => one.at - other.at)
      .map(({ clientId, variantId, at, type }, i) => {
        const count = counts[variantId]
        count[type === 'VariantWonEvent' ? 'won' : 'seen']++
        return {
          ...{ id: `${experimentId}:${clientId}:${i + 1}`, experimentId, clientId, variantId, '@type': type },
          variant: { id: variantId, name: variantId, traffic: 0.5 },
          date: new Date(at).toISOString(),
          transformation: count.seen === 0 ? 0 : (count.won * 100) / count.seen,
        }
      }),
    phases: {
      experimentId,
      since: Math.floor(visits[0]?.at ?? now),
      phases: [{ traffic: { A: 0.5, B: 0.5 }, bound }],
    },
  }
}

/** Numbers from 0 to 1 that look random and are always the same (mulberry32). */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
