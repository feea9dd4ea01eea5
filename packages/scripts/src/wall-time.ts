import type { Task } from './task.ts'

/** Computes the deadlines of runs. */
export interface WallTime {
  /** Returns the deadline of a run requested now. */
  deadline(): number
  /** Starts the wall time of waiting runs, when the first worker is ready. */
  begin(tasks: Iterable<Task>): void
}

/**
 * How long a run may wait for the first worker in addition to its wall time, in milliseconds: a slow start of the
 * machine is not the script's fault.
 */
export const startMs = 10_000

/** Creates the wall time of runs, which starts when a worker is ready. */
export function createWallTime({ wallMs, clock, works }: WallTimeOptions): WallTime {
  return {
    deadline: () => clock() + wallMs + (works() ? 0 : startMs),
    begin(tasks) {
      const latest = clock() + wallMs
      for (const task of tasks) task.deadline = Math.min(task.deadline, latest)
    },
  }
}

interface WallTimeOptions {
  readonly wallMs: number
  readonly clock: () => number
  /** Whether a worker has proven that it works. */
  readonly works: () => boolean
}
