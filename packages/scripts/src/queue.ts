import type { Lanes } from './lanes.ts'
import { createLanes } from './lanes.ts'
import type { Task } from './task.ts'
import { sizeOf, takesMore } from './task.ts'

/** Runs that wait for a worker: whoever asks takes turns, and so do those whose scripts are asked. */
export interface Queue {
  size(): number
  /** Comes last among its own. */
  add(task: Task): void
  has(task: Task): boolean
  delete(task: Task): void
  /** Takes a batch out: as many as fit in one message, of those that are well as many as `share`; none that are doubtful unless told. */
  take(share: number, mayDoubt: boolean): Batch
  /** What lost its worker comes first among its own; or last, and alone, where its script is the very one that took the worker. */
  putBack(tasks: readonly Task[], suspect?: string): void
  /** A script has shown that it is well: its runs wait with those that are. */
  promote(task: Task): void
}

/** What goes to a worker together. What is doubtful has one owner: it can hold up nobody else. */
export interface Batch {
  readonly tasks: readonly Task[]
  readonly isDoubtful: boolean
}

/** A queue of nobody. Whether a run is doubtful is asked when it comes, and again when it goes. */
export function createQueue(isDoubtful: (task: Task) => boolean): Queue {
  const sound = createLanes()
  const doubtful = createLanes()
  const unproven = new Map<string, Set<Task>>()
  let wasDoubtful = false

  const placeOf = (task: Task): Lanes => {
    if (!task.isSuspect && !isDoubtful(task)) return sound
    const same = unproven.get(task.script) ?? new Set()
    unproven.set(task.script, same.add(task))
    return doubtful
  }
  const forget = (task: Task) => {
    const same = unproven.get(task.script)
    if (same?.delete(task) && same.size === 0) unproven.delete(task.script)
  }

  function takeSound(share: number): Task[] {
    const taken: Task[] = []
    let size = 0
    for (let task = sound.peek(); task; task = sound.peek()) {
      const isWell = !isDoubtful(task)
      if (isWell && !takesMore({ tasks: taken.length, size, share }, task)) break
      sound.next()
      if (!isWell) {
        placeOf(task).add(task)
        continue
      }
      taken.push(task)
      size += sizeOf(task)
    }
    return taken
  }

  function takeDoubtful(): Task[] {
    const first = doubtful.next()
    if (!first) return []
    const taken = [first]
    let size = sizeOf(first)
    for (const task of first.isSuspect ? [] : doubtful.beside(first)) {
      if (task.isSuspect || !takesMore({ tasks: taken.length, size }, task)) break
      taken.push(task)
      size += sizeOf(task)
    }
    for (const task of taken) {
      doubtful.delete(task)
      forget(task)
    }
    return taken
  }

  return {
    size: () => sound.size() + doubtful.size(),
    add: (task) => placeOf(task).add(task),
    has: (task) => sound.has(task) || doubtful.has(task),
    delete(task) {
      if (!sound.delete(task) && doubtful.delete(task)) forget(task)
    },
    take(share, mayDoubt) {
      const turnOfDoubtful = mayDoubt && doubtful.size() > 0 && !wasDoubtful
      const tasks = turnOfDoubtful ? [] : takeSound(share)
      wasDoubtful = tasks.length === 0
      if (tasks.length > 0) return { tasks, isDoubtful: false }
      return { tasks: mayDoubt ? takeDoubtful() : [], isDoubtful: true }
    },
    putBack(tasks, suspect) {
      const isSuspect = ({ script }: Task) => script === suspect
      for (const task of tasks) if (isSuspect(task)) task.isSuspect = true
      for (const [place, some] of Map.groupBy(
        tasks.filter((task) => !isSuspect(task)),
        placeOf,
      ))
        place.addFirst(some)
      for (const task of tasks.filter(isSuspect)) placeOf(task).add(task)
    },
    promote({ script }) {
      for (const task of unproven.get(script) ?? []) {
        if (task.isSuspect || isDoubtful(task)) continue
        doubtful.delete(task)
        forget(task)
        sound.add(task)
      }
    },
  }
}
