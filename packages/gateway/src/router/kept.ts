/**
 * Pairs the items of a new list with the items of the list before, by a key. Returns, for each new item, the index that
 * it had before; -1 if it is new, or if it is at another place among the others. As few items as possible change their
 * place.
 */
export function keptOf<T>(before: readonly T[], now: readonly T[], keyOf: (item: T) => unknown): Int32Array {
  const kept = new Int32Array(now.length).fill(-1)
  const isSame = (was: number, is: number) => keyOf(before[was] as T) === keyOf(now[is] as T)
  let start = 0
  while (start < now.length && start < before.length && isSame(start, start)) kept[start] = start++
  let end = now.length
  let old = before.length
  while (end > start && old > start && isSame(old - 1, end - 1)) kept[--end] = --old
  if (start === end || start === old) return kept
  const places = new Map<unknown, number>()
  for (let i = start; i < old; i++) places.set(keyOf(before[i] as T), i)
  const found: number[] = []
  const wasAt: number[] = []
  for (let i = start; i < end; i++) {
    const key = keyOf(now[i] as T)
    const place = places.get(key)
    if (place === undefined) continue
    places.delete(key) // an item that is in the list twice is kept once
    found.push(i)
    wasAt.push(place)
  }
  for (const i of longestRise(wasAt)) kept[found[i] as number] = wasAt[i] as number
  return kept
}

/** The indexes of a longest rising subsequence of numbers, in O(n log n). */
function longestRise(numbers: readonly number[]): number[] {
  /** For each length, the index of the smallest number at which a rise of this length ends. */
  const ends: number[] = []
  const previous: number[] = []
  for (const [i, number] of numbers.entries()) {
    let low = 0
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    previous[i] = low > 0 ? (ends[low - 1] as number) : -1
    ends[low] = i
  }
  const rise: number[] = []
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] as number) rise.push(i)
  return rise.reverse()
}
