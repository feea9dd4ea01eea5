import type { Candidate } from './candidate.ts'
import { keptOf } from './kept.ts'
import type { RouterEntry } from './router.ts'

/** The routes of an API, and the first candidate of each; `undefined` if the route takes no requests. */
export interface ApiList<P> {
  readonly entries: readonly RouterEntry<P>[]
  readonly candidates: readonly (Candidate<P> | undefined)[]
}

/** An API without routes. */
export const emptyList: ApiList<never> = { entries: [], candidates: [] }

/** A changed list, and the candidates that have to be removed and added. */
export interface ListChange<P> {
  readonly list: ApiList<P>
  readonly gone: readonly Candidate<P>[]
  readonly added: readonly Candidate<P>[]
}

/**
 * Replaces the routes of an API. Entries with the same plan stay, with the candidates that they have; these get their
 * new places in the list.
 */
export function changeList<P>(
  before: ApiList<P>,
  entries: readonly RouterEntry<P>[],
  toCandidates: (entry: RouterEntry<P>, place: number) => Candidate<P> | undefined,
): ListChange<P> {
  const kept = keptOf(before.entries, entries, planOf)
  const list = { entries: entries.slice(), candidates: new Array<Candidate<P> | undefined>(entries.length) }
  const gone = before.candidates.slice()
  const added: Candidate<P>[] = []
  for (let place = 0; place < entries.length; place++) {
    const was = kept[place] as number
    if (was < 0) {
      const candidate = toCandidates(entries[place] as RouterEntry<P>, place)
      list.candidates[place] = candidate
      if (candidate) added.push(candidate)
    } else {
      list.entries[place] = before.entries[was] as RouterEntry<P>
      list.candidates[place] = before.candidates[was]
      gone[was] = undefined
    }
  }
  for (let place = 0; place < entries.length; place++)
    if (kept[place] !== place) setPlace(list.candidates[place], place)
  return { list, gone: gone.filter((one) => one !== undefined), added }
}

const planOf = <P>({ plan }: RouterEntry<P>): P => plan

function setPlace<P>(first: Candidate<P> | undefined, place: number): void {
  for (let one = first; one !== undefined; one = one.also) one.place = place
}
