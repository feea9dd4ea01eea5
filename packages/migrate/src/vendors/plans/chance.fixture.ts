/** Reproducible chance for generated exports (mulberry32). */
export function chance(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  const one = <T>(items: readonly T[]): T => items[below(items.length)] as T
  const isLucky = (share: number): boolean => next() < share
  const list = <T>(most: number, make: () => T, least = 0): T[] =>
    Array.from({ length: least + below(most - least + 1) }, make)
  return { below, one, isLucky, list }
}

/** Reproducible chance. */
export type Chance = ReturnType<typeof chance>
