/** Limits concurrency to `count` tasks; further tasks wait in order. */
export function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}
