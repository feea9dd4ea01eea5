/** Runs work when its turn has come. Work that throws ends its turn all the same. */
export type OneByOne = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets so many pieces of work run at once, and one at a time for each name. Names take turns: one that asks for much delays itself,
 * not the others.
 */
export function createOneByOne(atOnce: number): OneByOne {
  const waiting = new Map<string, (() => void)[]>()
  const running = new Set<string>()

  function startNext(): void {
    for (const [name, queue] of waiting) {
      if (running.size >= atOnce) return
      if (running.has(name)) continue
      const start = queue.shift() as () => void
      if (queue.length === 0) waiting.delete(name)
      running.add(name)
      start()
    }
  }

  function end(name: string): void {
    running.delete(name)
    const queue = waiting.get(name)
    if (queue) {
      waiting.delete(name)
      waiting.set(name, queue) // behind the other names
    }
    startNext()
  }

  return async (name, work) => {
    await new Promise<void>((start) => {
      const queue = waiting.get(name) ?? []
      queue.push(start)
      waiting.set(name, queue)
      startNext()
    })
    try {
      return await work()
    } finally {
      end(name)
    }
  }
}
