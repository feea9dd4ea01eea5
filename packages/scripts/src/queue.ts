import type { Task } from './task.ts'
import { takeBatch } from './task.ts'

/** Runs that wait for a worker, in order. */
export interface Queue {
  size(): number
  /** Comes last. */
  add(task: Task): void
  delete(task: Task): void
  /** Takes the first out: as many as fit in one message, and no more than `share`. */
  take(share: number): Task[]
  /** What lost its worker comes first; or last, and alone, where its script is the very one that took the worker. */
  putBack(tasks: readonly Task[], suspect?: string): void
}

/** A queue of nobody. */
export function createQueue(): Queue {
  let waiting = new Set<Task>()
  return {
    size: () => waiting.size,
    add: (task) => void waiting.add(task),
    delete: (task) => void waiting.delete(task),
    take(share) {
      const taken = takeBatch(waiting, share)
      for (const task of taken) waiting.delete(task)
      return taken
    },
    putBack(tasks, suspect) {
      const isSuspect = ({ script }: Task) => script === suspect
      const [first, last] = [tasks.filter((task) => !isSuspect(task)), tasks.filter(isSuspect)]
      for (const task of last) task.isSuspect = true
      waiting = new Set([...first, ...waiting, ...last])
    },
  }
}
