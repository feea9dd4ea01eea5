/** A record on the way, and the most references that are known to follow it. */
interface Stop {
  readonly key: string
  readonly nexts: readonly string[]
  at: number
  longest: number
}

/**
 * The most references in a row that begin at a record. `next` returns the keys to which one leads. A reference that leads back
 * to the way is the last one. Takes no stack, because stored chains may be long.
 */
export async function longestWay(
  start: string,
  next: (key: string) => readonly string[] | Promise<readonly string[]>,
): Promise<number> {
  const known = new Map<string, number>()
  const open = new Set([start])
  const way: Stop[] = [{ key: start, nexts: await next(start), at: 0, longest: 0 }]
  for (let stop = way.at(-1); stop; stop = way.at(-1)) {
    const key = stop.nexts[stop.at++]
    if (key === undefined) {
      way.pop()
      open.delete(stop.key)
      known.set(stop.key, stop.longest)
      const before = way.at(-1)
      if (before) before.longest = Math.max(before.longest, stop.longest + 1)
    } else if (known.has(key) || open.has(key)) stop.longest = Math.max(stop.longest, (known.get(key) ?? 0) + 1)
    else {
      open.add(key)
      way.push({ key, nexts: await next(key), at: 0, longest: 0 })
    }
  }
  return known.get(start) ?? 0
}
