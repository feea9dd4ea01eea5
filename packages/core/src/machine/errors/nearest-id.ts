import { nearest } from './nearest.ts'

/** How many ids are compared in any case, how many more that are alike, and how many are looked at. */
const [FIRST, ALIKE, MOST] = [1000, 1000, 100_000]

/**
 * The known id most similar to an unknown one; `undefined` if none is similar. The work is bounded, some milliseconds, so
 * among many thousands of ids the nearest may be missed.
 */
export const nearestId = (id: string, ids: Iterable<string>): string | undefined => nearest(id, candidates(id, ids))

function* candidates(id: string, ids: Iterable<string>): Generator<string> {
  const half = Math.ceil(id.length / 2)
  const [head, tail] = [id.slice(0, half), id.slice(half)]
  let seen = 0
  let left = ALIKE
  for (const one of ids) {
    if (++seen > MOST || left === 0) return
    if (seen <= FIRST) yield one
    else if (one.startsWith(head) || one.endsWith(tail)) {
      left--
      yield one
    }
  }
}

/** Adds the id that may be meant to the name of an unknown record: ` (did you mean shop:express?)`. */
export const didYouMean = (meant: string | undefined): string =>
  meant === undefined ? '' : ` (did you mean ${meant}?)`
