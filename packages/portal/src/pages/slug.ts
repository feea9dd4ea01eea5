/** The id of a heading with these words: never that of an element of ours, and not one of `ids`, to which it is added. */
export function slugOf(words: string, ids: Set<string>): string {
  return unique(`h-${plain(words)}`, ids)
}

/** A segment of an address for a name: letters and digits. It is not one of `taken`, to which it is added. */
export const segmentOf = (name: string, taken: Set<string>): string => unique(plain(name) || 'x', taken)

const plain = (words: string): string =>
  words
    .slice(0, 1000)
    .toWellFormed()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)

/** The numbers that follow a name, by name and set: many headings may have the same words. */
const counts = new WeakMap<Set<string>, Map<string, number>>()

function unique(name: string, taken: Set<string>): string {
  const known = counts.get(taken) ?? new Map<string, number>()
  counts.set(taken, known)
  let one = name
  let n = known.get(name) ?? 1
  while (taken.has(one)) one = `${name}-${++n}`
  known.set(name, n)
  taken.add(one)
  return one
}
