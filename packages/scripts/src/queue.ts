import { createFairTurns, type FairTurns } from './fair-turns.ts'
import { sizeOf, type Task, takesMore } from './task.ts'

/** Runs that wait for a worker. Callers take turns, and so do the owners of their scripts. */
export interface Queue {
  size(): number
  /** Adds a run after the others of its caller and owner. */
  add(task: Task): void
  has(task: Task): boolean
  delete(task: Task): void
  /**
   * Takes a batch. Well-behaved runs: up to `share` and as many as fit in one message. Doubtful runs are only taken
   * with `mayDoubt`.
   */
  take(share: number, mayDoubt: boolean): Batch
  /**
   * Puts back the runs of a lost worker, at the front. Runs of the `suspect` script, which took the worker down, go to
   * the end and are later sent alone.
   */
  putBack(tasks: readonly Task[], suspect?: string): void
  /** Moves the waiting runs of a script that has proven well-behaved to the well-behaved ones. */
  promote(task: Task): void
}

/** Runs sent to a worker together. Doubtful runs in a batch share one owner, so they can only hold up each other. */
export interface Batch {
  readonly tasks: readonly Task[]
  readonly isDoubtful: boolean
}

/** Creates an empty queue. Whether a run is doubtful is decided when it is added and again when it is taken. */
export function createQueue(isDoubtful: (task: Task) => boolean): Queue {
  const sound = createFairTurns()
  const doubtful = createFairTurns()
  const unproven = new Map<string, Set<Task>>()
  let wasDoubtful = false

  const placeOf = (task: Task): FairTurns => {
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
