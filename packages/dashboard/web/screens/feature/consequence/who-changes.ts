import { BUCKETS as ALL } from '@signalbox/core/evaluate'
import { count } from '../../../words/words.ts'
import type { Audience } from '../../strategies/strategy.ts'
import { named } from '../../targeting/list-words.ts'

type Of<K extends Audience['kind']> = Extract<Audience, { kind: K }>

/** Who begins to get a feature and who loses it, in a sentence. */
export interface Change {
  /** `same`: no client's result changes. `unknown`: that cannot be told here. */
  readonly kind: 'same' | 'changes' | 'unknown'
  readonly sentence: string
}

/** The change that leaves all results as they are. */
export const sameForAll: Change = { kind: 'same', sentence: 'Nobody’s result changes.' }

/** Evaluates one client under the saved and the new feature. */
export interface Sides {
  was(id: string): boolean
  is(id: string): boolean
}

/**
 * Who begins to get a feature and who loses it; `undefined` if contexts must be evaluated for that. `sides` is called
 * only for the clients of a list that replaces a share, or is replaced by one.
 */
export function whoChanges(was: Audience, is: Audience, sides: Sides): Change | undefined {
  if (needsContexts(was) || needsContexts(is)) return undefined
  if (was.kind === 'list' || is.kind === 'list')
    return isCountable(was) && isCountable(is) ? betweenLists(was, is) : changes(withList(was, is, sides))
  const [before, after] = [was, is] as (Of<'share'> | Of<'all'>)[]
  const [from, to] = [boundOf(before!), boundOf(after!)]
  if (from === 0 && to === ALL) return changes('Everyone would gain it.')
  if (from === ALL && to === 0) return changes('Everyone would lose it.')
  if (before!.kind === 'share' && after!.kind === 'share' && before!.salt !== after!.salt) {
    const [begin, lose] = [(to * (ALL - from)) / ALL, (from * (ALL - to)) / ALL]
    return changes(
      `About ${outOf(begin)} clients would gain it and about ${outOf(lose)} would lose it: another salt chooses other clients.`,
    )
  }
  if (from === to) return sameForAll
  return changes(
    to > from
      ? `About ${outOf(to - from)} clients would gain it, none would lose it.`
      : `About ${outOf(from - to)} clients would lose it, nobody would gain it.`,
  )
}

const needsContexts = ({ kind }: Audience): boolean => kind === 'rules' || kind === 'script' || kind === 'unknown'

const changes = (sentence: string): Change => ({ kind: 'changes', sentence })

const isCountable = (audience: Audience): audience is Of<'list'> | Of<'none'> =>
  audience.kind === 'list' || audience.kind === 'none'

const idsOf = (audience: Audience): ReadonlySet<string> => (audience.kind === 'list' ? audience.ids : new Set())

/** Compares two lists, of which no client needs to be evaluated. */
function betweenLists(was: Audience, is: Audience): Change {
  const [before, after] = [idsOf(was), idsOf(is)]
  const begin = [...after].filter((id) => !before.has(id))
  const lose = [...before].filter((id) => !after.has(id))
  if (begin.length + lose.length === 0) return sameForAll
  const some = begin.length > 0
  const lost = lose.length === 0 ? 'none would lose it' : `${countedLose(lose, !some)} (${named(lose)})`
  return changes(
    some
      ? `${count(begin.length)} ${begin.length === 1 ? 'client' : 'clients'} would gain it (${named(begin)}), ${lost}.`
      : `${lost}, nobody would gain it.`,
  )
}

/** Compares a list with a share of the clients, or with all of them. */
function withList(was: Audience, is: Audience, sides: Sides): string {
  const ids = [...idsOf(was), ...idsOf(is)]
  const begin = ids.filter((id) => !sides.was(id) && sides.is(id))
  const lose = ids.filter((id) => sides.was(id) && !sides.is(id))
  const [list, others, verb] =
    was.kind === 'list'
      ? [was, boundOf(is as Of<'share'>), 'would gain it']
      : [is as Of<'list'>, boundOf(was as Of<'share'>), 'would lose it']
  const rest = others === ALL ? 'All' : `About ${outOf(others)}`
  const listed = was.kind === 'list' ? lose : begin
  const listedVerb = was.kind === 'list' ? 'would lose it' : 'would gain it'
  const noun = list.ids.size === 1 ? 'the client listed' : `the ${count(list.ids.size)} clients listed`
  const tail =
    listed.length === 0
      ? `none of ${noun} ${listedVerb}`
      : `${count(listed.length)} of ${noun} ${listedVerb} (${named(listed)})`
  return `${rest} other clients ${verb}; ${tail}.`
}

const countedLose = (ids: readonly string[], hasNoun: boolean): string =>
  `${count(ids.length)} ${hasNoun ? (ids.length === 1 ? 'client ' : 'clients ') : ''}would lose it`

const boundOf = (audience: Of<'share'> | Of<'all'>): number =>
  audience.kind === 'share' ? audience.bound : audience.kind === 'all' ? ALL : 0

/** A number of buckets as a share of clients, in whole numbers: `15 of 100`, `125 of 1,000`. */
export function outOf(buckets: number): string {
  const rounded = Math.round(buckets)
  const whole = [100, 1000, 10_000].find((of) => Number.isInteger((rounded * of) / ALL)) ?? ALL
  return `${count((rounded * whole) / ALL)} of ${count(whole)}`
}
