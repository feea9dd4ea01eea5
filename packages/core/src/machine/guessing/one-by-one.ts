/** Runs work when it is its turn. Work that throws ends its turn as well. */
export type OneByOne = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Limits concurrent work to `atOnce`, and to one at a time per name. Names take turns: a name with much work delays
 * only itself.
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
      waiting.set(name, queue) // after the other names
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
