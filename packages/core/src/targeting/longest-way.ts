/** A way through records: how many references it has, and the key at which it ends. */
export interface Way {
  readonly length: number
  readonly end: string
}

/** A record on the way, and the longest way that is known to follow it. */
interface Stop {
  readonly key: string
  readonly nexts: readonly string[]
  at: number
  longest: Way
}

/**
 * The longest way of references that starts at a record. `next` returns the keys to which one leads. A reference that leads back
 * to the way is the last one. Takes no stack, because stored chains may be long.
 */
export async function longestWay(
  start: string,
  next: (key: string) => readonly string[] | Promise<readonly string[]>,
): Promise<Way> {
  const known = new Map<string, Way>()
  const open = new Set([start])
  const stopAt = async (key: string): Promise<Stop> => ({
    ...{ key, nexts: await next(key), at: 0, longest: { length: 0, end: key } },
  })
  const way: Stop[] = [await stopAt(start)]
  const goOn = (stop: Stop, { length, end }: Way): void => {
    if (length + 1 > stop.longest.length) stop.longest = { length: length + 1, end }
  }
  for (let stop = way.at(-1); stop; stop = way.at(-1)) {
    const key = stop.nexts[stop.at++]
    if (key === undefined) {
      way.pop()
      open.delete(stop.key)
      known.set(stop.key, stop.longest)
      const before = way.at(-1)
      if (before) goOn(before, stop.longest)
    } else if (known.has(key) || open.has(key)) goOn(stop, known.get(key) ?? { length: 0, end: key })
    else {
      open.add(key)
      way.push(await stopAt(key))
    }
  }
  return known.get(start) as Way
}
