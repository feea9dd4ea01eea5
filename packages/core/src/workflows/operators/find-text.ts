import type { Charge } from './compare.ts'

/**
 * Yields the positions at which a text occurs in another, from the left and without overlaps, up to `most` of them;
 * none for the empty text. Uses the algorithm of Knuth, Morris and Pratt, which takes linear time for any input, while
 * built-in searches may take the product of the two lengths. Charges both lengths.
 */
export function* occurrences(text: string, wanted: string, charge: Charge, most = text.length): Generator<number> {
  charge(text.length + wanted.length)
  if (wanted === '' || wanted.length > text.length) return
  const borders = bordersOf(wanted)
  let matched = 0
  let found = 0
  for (let at = 0; at < text.length && found < most; at++) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && unit !== wanted.charCodeAt(matched)) matched = borders[matched - 1]!
    if (unit === wanted.charCodeAt(matched)) matched++
    if (matched < wanted.length) continue
    yield at - matched + 1
    matched = 0
    found++
  }
}

/** For every prefix of a text: the length of its longest proper prefix that is also its suffix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (length > 0 && unit !== text.charCodeAt(length)) length = borders[length - 1]!
    if (unit === text.charCodeAt(length)) length++
    borders[at] = length
  }
  return borders
}
