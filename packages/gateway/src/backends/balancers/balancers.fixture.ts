import { fakeExchange } from '../../pipeline/exchange.fixture.ts'
import type { Exchange } from '../../plugin-api/exchange.ts'
import type { Balancer, Choice } from './balancer.ts'
import { createBalancer } from './index.ts'

/** A target of a test, whose state can be changed. */
export interface FakeChoice extends Choice {
  inFlight: number
  ms: number | undefined
}

/** A target with a name, and more of it. */
export function fakeChoice(name: string, { weight = 1, inFlight = 0, ms = undefined as number | undefined } = {}) {
  const choice: FakeChoice = {
    target: { hostname: name, port: 80, weight },
    name,
    inFlight,
    ms,
    responseTime: () => choice.ms,
  }
  return choice
}

/** Random numbers from 0 up to 1 that are the same in each run (mulberry32). */
export function seeded(seed = 1): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let x = Math.imul(state ^ (state >>> 15), 1 | state)
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}

export const secret = new Uint8Array(32).fill(7)

/** A balancer with these settings. */
export const balancerOf = (type: string, settings: object = {}, random = seeded()): Balancer =>
  createBalancer({ type, ...settings }, { random, secret })

/** How often each target was chosen, by its place. */
export function countChoices(
  balancer: Balancer,
  choices: readonly FakeChoice[],
  { times, exchange = () => fakeExchange() }: { times: number; exchange?: (i: number) => Exchange },
): number[] {
  const counts = choices.map(() => 0)
  for (let i = 0; i < times; i++) counts[choices.indexOf(balancer.choose(choices, exchange(i), i))]! += 1
  return counts
}

/** Pearson's chi-squared of counts against their expected shares. */
export function chiSquared(counts: readonly number[], shares: readonly number[]): number {
  const total = sum(counts)
  const all = sum(shares)
  return sum(counts.map((count, i) => (count - (total * shares[i]!) / all) ** 2 / ((total * shares[i]!) / all)))
}

/** What chi-squared exceeds by chance once in a thousand times, by the degrees of freedom. */
export const CRITICAL: Readonly<Record<number, number>> = { 1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 9: 27.88 }

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
