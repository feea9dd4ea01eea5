import type { Instance } from './instance.ts'

/** The instances of a worker, lent to one run each. */
export interface InstancePool {
  /** A free one, a new one, or, where there are as many as may be, the next that is given back. */
  take(): Promise<Instance> | Instance
  /** Gives it back, to be as new for the next; or, when `isBroken`, to be forgotten. */
  release(instance: Instance, isBroken: boolean): void
}

/** Lends instances, at most so many at once. */
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
