/**
 * The running counters of an experiment. Pure: each function takes a tally and returns a new one, so that one commit
 * can write them.
 */
import type { Variant } from '../experiment.ts'

/** The counters of one variant. */
export interface Count {
  /** Clients bound to the variant. */
  readonly population: number
  readonly displayed: number
  readonly won: number
  /** Distinct clients that saw the variant. */
  readonly users: number
  /** Distinct clients that won after they saw the variant. */
  readonly converted: number
}

/** Distinct clients of one variant: the users who saw it, and the users among them who won afterwards. */
export type Users = Pick<Count, 'users' | 'converted'>

/** A period in which variants and traffic stayed the same, with the clients bound in it. */
export interface Phase {
  readonly traffic: Readonly<Record<string, number>>
  readonly bound: Readonly<Record<string, number>>
  /** The users among its clients, by variant. Missing in phases that were begun by earlier versions, if others follow. */
  readonly seen?: Readonly<Record<string, Users>>
  /** The sequence number before its first binding. Missing in phases that were uploaded or begun by earlier versions. */
  readonly from?: number
  /** `from` of later phases that were joined with it, because the clients between them were erased. */
  readonly joined?: readonly number[]
}

/** All counters of an experiment. */
export interface Tally {
  readonly counts: Readonly<Record<string, Count>>
  /** In chronological order; the last one is current. */
  readonly phases: readonly Phase[]
  /** Increases by one with each event and each binding. */
  readonly sequence: number
  /** Sequence number at which a variant was removed, by variant id. Bindings up to that number are void. */
  readonly removed: Readonly<Record<string, number>>
  /** When the first binding was made, in epoch milliseconds. */
  readonly since?: number
  /** Whether all clients were bound by the assignment `hash`. */
  readonly isHashed?: boolean
}

/** The counters of a new experiment. */
export const emptyTally: Tally = { counts: {}, phases: [], sequence: 0, removed: {} }

/** The counters of a variant without events and bindings. */
export const noCount: Count = { population: 0, displayed: 0, won: 0, users: 0, converted: 0 }

/** Returns the counters of a variant. */
export const countOf = ({ counts }: Tally, variantId: string): Count =>
  Object.hasOwn(counts, variantId) ? (counts[variantId] as Count) : noCount

/** Adds to some of a variant's counters. */
export function add(tally: Tally, variantId: string, more: Partial<Count>): Tally {
  const count = { ...countOf(tally, variantId) }
  for (const [name, by] of Object.entries(more)) count[name as keyof Count] += by
  return { ...tally, counts: { ...tally.counts, [variantId]: count } }
}

/** A binding: to which variant, and the sequence number that it got. */
export interface BoundTo {
  readonly variantId: string
  readonly age?: number
}

/** Increments the sequence number, for the id of an event or the age of a binding. */
export const next = (tally: Tally): Tally => ({ ...tally, sequence: tally.sequence + 1 })

/** A phase as it is downloaded and uploaded. */
export const asUploaded = ({ traffic, bound, seen }: Phase): Phase => ({ traffic, bound, ...(seen && { seen }) })

/** The `from` of an uploaded phase: clients that are bound from now on belong to the last one. */
export const uploadedFrom = (place: number): number => -2 - place

/** The place of a phase among all, by its `from`; -1 if there is none. */
export const placeOfPhase = (tally: Tally, from: number): number =>
  tally.phases.findIndex((one) => fromOf(one, tally) === from || one.joined?.includes(from))

/** Users of a variant, and the phase in which they were bound to it: its `from`, or `NO_PHASE`. */
export interface UsersOfPhase {
  readonly variantId: string
  readonly phase: number
}

/** In place of the phase of users who were not bound to the variant that they saw, or long ago. */
const NO_PHASE = -1

/** Adds users to the counters of their variant and, if it is known, to the counters of their phase. */
export function addUsers(tally: Tally, { variantId, phase: from }: UsersOfPhase, more: Users): Tally {
  const counted = add(tally, variantId, more)
  const place = placeOfPhase(tally, from)
  const phase = tally.phases[place]
  if (!phase?.seen) return counted
  const before = usersIn(phase, variantId)
  const after = { users: before.users + more.users, converted: before.converted + more.converted }
  const { [variantId]: _before, ...others } = phase.seen
  const seen = after.users === 0 && after.converted === 0 ? others : { ...others, [variantId]: after }
  return { ...counted, phases: tally.phases.with(place, { ...phase, seen }) }
}

/** The phase in which a binding of this age was made. */
export const phaseAt = (tally: Tally, age: number | undefined): number =>
  tally.phases.reduce((found, phase) => {
    const from = fromOf(phase, tally) ?? Number.POSITIVE_INFINITY
    return age !== undefined && from < age ? from : found
  }, NO_PHASE)

/** The only phase begins with the experiment. */
const fromOf = ({ from }: Phase, { phases }: Tally): number | undefined => from ?? (phases.length === 1 ? 0 : undefined)

/** The users of a variant among the clients of a phase. */
export const usersIn = ({ seen = {} }: Phase, variantId: string): Users =>
  Object.hasOwn(seen, variantId) ? (seen[variantId] as Users) : noUsers

const noUsers: Users = { users: 0, converted: 0 }

/** Starts a new phase if the variants or their traffic have changed; otherwise returns the tally unchanged. */
export function withPhase(tally: Tally, variants: readonly Variant[]): Tally {
  const traffic = trafficOf(variants)
  const last = tally.phases.at(-1)
  if (last && JSON.stringify(last.traffic) === JSON.stringify(traffic)) return tally
  const before = tally.phases.filter(isUsed)
  const [only] = before
  const settled = before.length === 1 ? [{ from: 0, seen: usersOf(tally), ...only! }] : before
  return { ...tally, phases: [...settled, { traffic, bound: {}, seen: {}, from: tally.sequence }] }
}

/** The users of each variant. While there is one phase, all of them belong to it. */
const usersOf = ({ counts }: Tally): NonNullable<Phase['seen']> =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([id, { users, converted }]) => (users > 0 ? [[id, { users, converted }]] : [])),
  )

/**
 * The users of an experiment, in strata: one for each phase, and one for users whose phase is not known. With one phase, the only
 * stratum has the totals.
 */
export function strataOf({
  counts,
  phases,
}: Tally): { readonly traffic?: Phase['traffic']; readonly of: (variantId: string) => Users }[] {
  const totals = (id: string): Users => (Object.hasOwn(counts, id) ? (counts[id] as Count) : noUsers)
  const used = phases.filter(isUsed)
  if (used.length < 2) return [{ ...(used[0] && { traffic: used[0].traffic }), of: totals }]
  const known = used.flatMap((phase) =>
    phase.seen ? [{ traffic: phase.traffic, of: (id: string) => usersIn(phase, id) }] : [],
  )
  const rest = (id: string): Users => {
    const left = { ...totals(id) }
    for (const { of } of known) {
      left.users -= of(id).users
      left.converted -= of(id).converted
    }
    const users = Math.max(0, left.users)
    return { users, converted: Math.min(users, Math.max(0, left.converted)) }
  }
  return [{ of: rest }, ...known]
}

const trafficOf = (variants: readonly Pick<Variant, 'id' | 'traffic'>[]): Phase['traffic'] =>
  Object.fromEntries(variants.map(({ id, traffic }) => [id, traffic]))

const isUsed = ({ bound }: Phase): boolean => Object.keys(bound).length > 0

/** Returns how many clients the current phase has bound to each of these variants, in order. */
export function boundNow({ phases }: Tally, variants: readonly Variant[]): number[] {
  const { bound = {} } = phases.at(-1) ?? {}
  return variants.map(({ id }) => (Object.hasOwn(bound, id) ? (bound[id] as number) : 0))
}

/** Adds one client bound to a variant in the current phase. `isHashed`: the assignment `hash` chose the variant. */
export function bind(
  tally: Tally,
  variantId: string,
  { now, isHashed = false }: { readonly now: number; readonly isHashed?: boolean },
): Tally {
  const { isHashed: wasHashed = isUnbound(tally), ...others } = tally
  const phases = [...tally.phases]
  const last = phases.pop()
  const before = last && Object.hasOwn(last.bound, variantId) ? (last.bound[variantId] as number) : 0
  const bound = { ...last?.bound, [variantId]: before + 1 }
  const counted = add(next(others), variantId, { population: 1 })
  return {
    since: now,
    ...counted,
    ...(isHashed && wasHashed && { isHashed }),
    phases: [...phases, { traffic: {}, ...last, bound }],
  }
}

/** Whether the assignment `hash` computes for each client the variant to which it is bound, if it is bound. */
export function isComputable(tally: Tally, variants: readonly Pick<Variant, 'id' | 'traffic'>[]): boolean {
  if (isUnbound(tally)) return true
  const traffic = JSON.stringify(trafficOf(variants))
  return (
    tally.isHashed === true && tally.phases.filter(isUsed).every((phase) => JSON.stringify(phase.traffic) === traffic)
  )
}

/** Whether no client was ever bound. */
const isUnbound = ({ since, phases }: Tally): boolean => since === undefined && !phases.some(isUsed)

/** Voids the bindings to removed variants. Events and their counts are kept. */
export function unbindAll(tally: Tally, variantIds: readonly string[]): Tally {
  if (variantIds.length === 0) return tally
  const removed = Object.fromEntries(variantIds.map((id) => [id, tally.sequence]))
  const counts = Object.fromEntries(variantIds.map((id) => [id, { ...countOf(tally, id), population: 0 }]))
  return { ...tally, counts: { ...tally.counts, ...counts }, removed: { ...tally.removed, ...removed } }
}

/** Displayed and won events counted by the hour, for the series in the results. */

/** Counts of one hour by variant id. */
export type HourCounts = Readonly<Record<string, { readonly displayed: number; readonly won: number }>>

/** Returns the hour of a local date-time, such as `2026-02-03T04`. */
export const hourOf = (date: string): string => date.slice(0, 13)

/** Adds to the displayed or won events of a variant in an hour. */
export function addHour(counts: HourCounts, variantId: string, kind: 'displayed' | 'won', by: number): HourCounts {
  const before = (Object.hasOwn(counts, variantId) && counts[variantId]) || { displayed: 0, won: 0 }
  return { ...counts, [variantId]: { ...before, [kind]: before[kind] + by } }
}
