/** The running counters of an experiment: pure, one value in and one value out, so that one commit can carry them. */
import type { Variant } from './experiment.ts'

/** What is counted of one variant. */
export interface Count {
  /** Clients bound to it. */
  readonly population: number
  readonly displayed: number
  readonly won: number
  /** Distinct clients it was displayed to. */
  readonly users: number
  /** Those of them who won after a display. */
  readonly converted: number
}

/** The clients bound while variants and traffic were the same. */
export interface Phase {
  readonly traffic: Readonly<Record<string, number>>
  readonly bound: Readonly<Record<string, number>>
}

/** All counters of an experiment. */
export interface Tally {
  readonly counts: Readonly<Record<string, Count>>
  /** The last one is the present. */
  readonly phases: readonly Phase[]
  /** Grows by one with each event and each binding. */
  readonly sequence: number
  /** Bindings to a variant that are not younger than this went with the variant when it was removed. */
  readonly removed: Readonly<Record<string, number>>
  /** When the first binding was made, in epoch milliseconds. */
  readonly since?: number
}

/** Nothing counted yet. */
export const emptyTally: Tally = { counts: {}, phases: [], sequence: 0, removed: {} }

/** Nothing counted of a variant. */
export const noCount: Count = { population: 0, displayed: 0, won: 0, users: 0, converted: 0 }

/** What is counted of a variant. */
export const countOf = ({ counts }: Tally, variantId: string): Count =>
  Object.hasOwn(counts, variantId) ? (counts[variantId] as Count) : noCount

/** Adds to some of a variant's counters. */
export function add(tally: Tally, variantId: string, more: Partial<Count>): Tally {
  const count = { ...countOf(tally, variantId) }
  for (const [name, by] of Object.entries(more)) count[name as keyof Count] += by
  return { ...tally, counts: { ...tally.counts, [variantId]: count } }
}

/** One number more, for the id of an event or the age of a binding. */
export const next = (tally: Tally): Tally => ({ ...tally, sequence: tally.sequence + 1 })

/** The tally with a phase for these variants: the last one, or a new one when variants or traffic have changed. */
export function withPhase(tally: Tally, variants: readonly Variant[]): Tally {
  const traffic = Object.fromEntries(variants.map(({ id, traffic }) => [id, traffic]))
  const last = tally.phases.at(-1)
  if (last && JSON.stringify(last.traffic) === JSON.stringify(traffic)) return tally
  const kept = tally.phases.filter(({ bound }) => Object.keys(bound).length > 0)
  return { ...tally, phases: [...kept, { traffic, bound: {} }] }
}

/** How many clients the present phase has bound to each of these variants, in order. */
export function boundNow({ phases }: Tally, variants: readonly Variant[]): number[] {
  const { bound = {} } = phases.at(-1) ?? {}
  return variants.map(({ id }) => (Object.hasOwn(bound, id) ? (bound[id] as number) : 0))
}

/** One client more, or fewer, bound to a variant in the present phase. */
export function bind(tally: Tally, variantId: string, by: 1 | -1, now: number): Tally {
  const phases = [...tally.phases]
  const last = phases.pop()
  const before = last && Object.hasOwn(last.bound, variantId) ? (last.bound[variantId] as number) : 0
  const bound = { ...last?.bound, [variantId]: Math.max(0, before + by) }
  const counted = add(next(tally), variantId, { population: by })
  return { since: now, ...counted, phases: [...phases, { traffic: last?.traffic ?? {}, bound }] }
}

/** Lets go of the bindings to variants that are no more. What was seen and won with them stays counted, as its events stay. */
export function unbindAll(tally: Tally, variantIds: readonly string[]): Tally {
  if (variantIds.length === 0) return tally
  const removed = Object.fromEntries(variantIds.map((id) => [id, tally.sequence]))
  const counts = Object.fromEntries(variantIds.map((id) => [id, { ...countOf(tally, id), population: 0 }]))
  return { ...tally, counts: { ...tally.counts, ...counts }, removed: { ...tally.removed, ...removed } }
}
