import type { Task } from './task.ts'

/** Fair scheduling of tasks: callers take turns, and among the tasks of one caller the owners of the scripts do. */
export interface FairTurns {
  size(): number
  /** Adds a task at the end of its group. */
  add(task: Task): void
  /** Adds tasks at the front of their groups. */
  addFirst(tasks: readonly Task[]): void
  has(task: Task): boolean
  /** Returns whether the task was there. */
  delete(task: Task): boolean
  /** The next task, without removing it. */
  peek(): Task | undefined
  /** Removes the next task and passes the turn on. */
  next(): Task | undefined
  /** The tasks in the group of a task, in order. */
  beside(task: Task): Iterable<Task>
}

/** Creates empty turns, one group per pair of caller and owner. Adding and removing take constant time. */
export function createFairTurns(): FairTurns {
  const askers = new Map<string, Map<string, Set<Task>>>()
  let size = 0

  const groupOf = ({ asker, group: owner }: Task): Set<Task> => {
    const owners = askers.get(asker) ?? new Map<string, Set<Task>>()
    const group = owners.get(owner) ?? new Set<Task>()
    askers.set(asker, owners.set(owner, group))
    return group
  }
  const remove = (task: Task): boolean => {
    const owners = askers.get(task.asker)
    const group = owners?.get(task.group)
    if (!owners || !group?.delete(task)) return false
    size--
    if (group.size === 0) owners.delete(task.group)
    if (owners.size === 0) askers.delete(task.asker)
    return true
  }
  const peek = (): Task | undefined => {
    const [owners] = askers.values()
    const [group] = owners?.values() ?? []
    const [task] = group ?? []
    return task
  }
  /** Moves the group and the caller of a task to the end of their queues. */
  const passOn = ({ asker, group: owner }: Task): void => {
    const owners = askers.get(asker)
    const group = owners?.get(owner)
    if (owners && group && owners.delete(owner)) owners.set(owner, group)
    if (owners && askers.delete(asker)) askers.set(asker, owners)
  }

  return {
    size: () => size,
    add(task) {
      groupOf(task).add(task)
      size++
    },
    addFirst(tasks) {
      for (const [group, first] of Map.groupBy(tasks, groupOf)) {
        const rest = [...group]
        group.clear()
        for (const task of [...first, ...rest]) group.add(task)
      }
      size += tasks.length
    },
    has: (task) => askers.get(task.asker)?.get(task.group)?.has(task) === true,
    delete: remove,
    peek,
    next() {
      const task = peek()
      if (!task) return undefined
      remove(task)
      passOn(task)
      return task
    },
    beside: ({ asker, group }) => askers.get(asker)?.get(group) ?? [],
  }
}
