import { overdue } from './outcomes.ts'
import type { Task } from './task.ts'

/** Runs whose wall time is over, until their JVM has stopped them and reported for how long they had run. */
export interface LateRuns {
  /** Adds a run after its JVM got the message to stop. Calls `silent` if the JVM does not report on it. */
  add(task: Task, silent: () => void): void
  /** Ends a run that had run for `ranMs` milliseconds: 0 if it had not begun. Does nothing if it is not here. */
  end(id: number, ranMs: number): void
  /** Removes a run that ended at the same moment and has an outcome; `undefined` if it is not here. */
  take(id: number): Task | undefined
}

/** How long a JVM may be silent about a run that it has to stop, in milliseconds. */
const silenceMs = 1_000

/** Creates the late runs of a pool. A run on which its JVM does not report has had all its time. */
export function createLateRuns(wallMs: number): LateRuns {
  const runs = new Map<number, { readonly task: Task; readonly timer: NodeJS.Timeout }>()

  function take(id: number): Task | undefined {
    const found = runs.get(id)
    clearTimeout(found?.timer)
    runs.delete(id)
    return found?.task
  }

  function end(id: number, ranMs: number): void {
    take(id)?.resolve(overdue({ wallMs, ranMs }))
  }

  return {
    add(task, silent) {
      const timer = setTimeout(() => {
        end(task.id, wallMs)
        silent()
      }, silenceMs)
      runs.set(task.id, { task, timer })
    },
    end,
    take,
  }
}
