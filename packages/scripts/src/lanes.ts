import type { Task } from './task.ts'

/** Fair scheduling of tasks: callers take turns, and among the tasks of one caller the owners of the scripts do. */
export interface Lanes {
  size(): number
  /** Adds a task at the end of its lane. */
  add(task: Task): void
  /** Adds tasks at the front of their lanes. */
  addFirst(tasks: readonly Task[]): void
  has(task: Task): boolean
  /** Returns whether the task was there. */
  delete(task: Task): boolean
  /** The next task, without removing it. */
  peek(): Task | undefined
  /** Removes the next task and passes the turn on. */
  next(): Task | undefined
  /** The tasks in the lane of a task, in order. */
  beside(task: Task): Iterable<Task>
}

/** Creates empty lanes, one per pair of caller and owner. Adding and removing take constant time. */
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
  /** Moves the lane and the caller of a task to the end of their queues. */
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
