import type { Task } from './task.ts'

/** Tasks in turn: everybody who asks has as many turns as anybody else, and within what they ask everybody whose scripts those are. */
export interface Lanes {
  size(): number
  /** Comes last in its lane. */
  add(task: Task): void
  /** Come first in their lanes. */
  addFirst(tasks: readonly Task[]): void
  has(task: Task): boolean
  /** Whether it was there. */
  delete(task: Task): boolean
  /** The first task of the lane whose turn it is. */
  peek(): Task | undefined
  /** Takes that out, and the turn passes on. */
  next(): Task | undefined
  /** Those that wait in the lane of a task, in order. */
  beside(task: Task): Iterable<Task>
}

/** Lanes with nobody in them: one for each pair of asker and owner. Taking and adding take constant time. */
export function createLanes(): Lanes {
  const askers = new Map<string, Map<string, Set<Task>>>()
  let size = 0

  const laneOf = ({ asker, lane: owner }: Task): Set<Task> => {
    const owners = askers.get(asker) ?? new Map<string, Set<Task>>()
    const lane = owners.get(owner) ?? new Set<Task>()
    askers.set(asker, owners.set(owner, lane))
    return lane
  }
  const remove = (task: Task): boolean => {
    const owners = askers.get(task.asker)
    const lane = owners?.get(task.lane)
    if (!owners || !lane?.delete(task)) return false
    size--
    if (lane.size === 0) owners.delete(task.lane)
    if (owners.size === 0) askers.delete(task.asker)
    return true
  }
  const peek = (): Task | undefined => {
    const [owners] = askers.values()
    const [lane] = owners?.values() ?? []
    const [task] = lane ?? []
    return task
  }
  /** The lane and the asker of a task go to the end of their rows. */
  const passOn = ({ asker, lane: owner }: Task): void => {
    const owners = askers.get(asker)
    const lane = owners?.get(owner)
    if (owners && lane && owners.delete(owner)) owners.set(owner, lane)
    if (owners && askers.delete(asker)) askers.set(asker, owners)
  }

  return {
    size: () => size,
    add(task) {
      laneOf(task).add(task)
      size++
    },
    addFirst(tasks) {
      for (const [lane, first] of Map.groupBy(tasks, laneOf)) {
        const rest = [...lane]
        lane.clear()
        for (const task of [...first, ...rest]) lane.add(task)
      }
      size += tasks.length
    },
    has: (task) => askers.get(task.asker)?.get(task.lane)?.has(task) === true,
    delete: remove,
    peek,
    next() {
      const task = peek()
      if (!task) return undefined
      remove(task)
      passOn(task)
      return task
    },
    beside: ({ asker, lane }) => askers.get(asker)?.get(lane) ?? [],
  }
}
