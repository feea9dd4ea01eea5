/** Takes a client out of the counters of an experiment, as if it had never been counted. Pure. */
import { kindOf, type VariantEvent } from '../experiment.ts'
import { type ClientFacts, hasConverted, phaseOf, type Seen } from './record-event.ts'
import {
  add,
  addHour,
  addUsers,
  type BoundTo,
  countOf,
  type HourCounts,
  type Phase,
  type Tally,
  usersIn,
} from './tally.ts'

/** Subtracts one binding from the phase that counts it, and from the population unless it is void. */
export function unbind(tally: Tally, binding: BoundTo): Tally {
  const { variantId, age = 0 } = binding
  const isVoid = Object.hasOwn(tally.removed, variantId) && age <= (tally.removed[variantId] as number)
  const counted =
    isVoid || countOf(tally, variantId).population === 0 ? tally : add(tally, variantId, { population: -1 })
  const place = placeOf(tally.phases, binding)
  return place < 0 ? counted : { ...counted, phases: withoutOne(tally.phases, place, variantId) }
}

/** Subtracts everything that is known of a client, with its events. An experiment without other clients is as new afterwards. */
export function withoutClient(tally: Tally, facts: ClientFacts, events: readonly VariantEvent[]): Tally {
  const { variantId, age, past = [], seen = {} } = facts
  const bound = variantId === undefined ? past : [...past, { variantId, ...(age !== undefined && { age }) }]
  let left = tally
  for (const [id, one] of Object.entries(seen))
    left = addUsers(left, { variantId: id, phase: phaseOf(tally, facts, id) }, usersOf(one))
  left = bound.reduce(unbind, left)
  for (const event of events) left = add(left, event.variantId, { [kindOf(event)]: -1 })
  const counts = Object.entries(left.counts).filter(([, count]) => Object.values(count).some((number) => number !== 0))
  const { since: _since, isHashed: _isHashed, ...unused } = { ...left, counts: Object.fromEntries(counts) }
  return left.phases.length === 0 ? unused : { ...left, counts: unused.counts }
}

/** Subtracts an event from the counts of its hour, which lacks variants without events. */
export function withoutEvent(counts: HourCounts, event: VariantEvent): HourCounts {
  const all = Object.entries(addHour(counts, event.variantId, kindOf(event), -1))
  return Object.fromEntries(all.filter(([, { displayed, won }]) => displayed !== 0 || won !== 0))
}

const usersOf = (seen: Seen) => ({
  users: seen.displayed === undefined ? 0 : -1,
  converted: hasConverted(seen) ? -1 : 0,
})

/** The place of the phase that counts a binding. That of an uploaded binding is not known: the latest is taken. */
function placeOf(phases: readonly Phase[], { variantId, age = 0 }: BoundTo): number {
  const own = phases.findLastIndex(({ from }) => from !== undefined && from < age)
  if (own >= 0 && boundIn(phases[own]!, variantId) > 0) return own
  const uploaded = phases.findLastIndex((phase) => phase.from === undefined && boundIn(phase, variantId) > 0)
  return uploaded >= 0 ? uploaded : phases.findLastIndex((phase) => boundIn(phase, variantId) > 0)
}

const boundIn = ({ bound }: Phase, variantId: string): number =>
  Object.hasOwn(bound, variantId) ? (bound[variantId] as number) : 0

/** Subtracts one client from a phase. An empty phase is removed, and its neighbors are joined if their traffic is the same. */
function withoutOne(phases: readonly Phase[], place: number, variantId: string): Phase[] {
  const phase = phases[place]!
  const bound = toBound(Object.entries({ ...phase.bound, [variantId]: boundIn(phase, variantId) - 1 }))
  if (Object.keys(bound).length > 0) return phases.with(place, { ...phase, bound })
  const [before, after] = [phases[place - 1], phases[place + 1]]
  const isSplit = before && after && JSON.stringify(before.traffic) === JSON.stringify(after.traffic)
  return isSplit
    ? [...phases.slice(0, place - 1), together(before, after), ...phases.slice(place + 2)]
    : phases.toSpliced(place, 1)
}

function together(one: Phase, other: Phase): Phase {
  const added = Object.entries(other.bound).map(([id, count]) => [id, boundIn(one, id) + count] as const)
  const bound = toBound([...Object.entries(one.bound), ...added])
  const joined = [...(one.joined ?? []), ...(other.from === undefined ? [] : [other.from]), ...(other.joined ?? [])]
  if (!one.seen || !other.seen) return { ...one, bound }
  const seen = Object.keys({ ...one.seen, ...other.seen }).map((id) => {
    const [mine, more] = [usersIn(one, id), usersIn(other, id)]
    return [id, { users: mine.users + more.users, converted: mine.converted + more.converted }] as const
  })
  return { ...one, bound, seen: Object.fromEntries(seen), joined }
}

const toBound = (counts: Iterable<readonly [string, number]>): Phase['bound'] =>
  Object.fromEntries([...counts].filter(([, count]) => count > 0))
