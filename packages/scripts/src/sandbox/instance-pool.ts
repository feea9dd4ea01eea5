import type { Instance } from './instance.ts'

/** A worker's instances, each lent to one run at a time. */
export interface InstancePool {
  /** Returns a free instance or a new one; at the limit, waits until an instance is released. */
  take(): Promise<Instance> | Instance
  /** Returns an instance and resets it for the next run, or discards it if `isBroken`. */
  release(instance: Instance, isBroken: boolean): void
}

/** Creates a pool that lends at most `most` instances at once. */
export function createInstancePool(create: () => Promise<Instance>, most: number): InstancePool {
  const free: Instance[] = []
  const waiting: ((instance: Instance | Promise<Instance>) => void)[] = []
  let count = 0
  return {
    take() {
      const instance = free.pop()
      if (instance) return instance
      if (count === most) return new Promise((resolve) => waiting.push(resolve))
      count++
      return create()
    },
    release(instance, isBroken) {
      const next = waiting.shift()
      const isKept = instance.reset() && !isBroken
      if (next) next(isKept ? instance : create())
      else if (isKept) free.push(instance)
      else count--
    },
  }
}
