import type { Charge } from './compare.ts'

/**
 * Where a text occurs in another, from the left and without overlaps: Knuth, Morris and Pratt's search. It takes time linear to
 * both, whatever they are; what engines build in may take the product of the two. Charges both. Nowhere for the empty text,
 * and no further than so many times.
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

/** For every beginning of a text: how long the longest beginning of it is that it ends with, itself aside. */
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
