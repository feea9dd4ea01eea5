import type { Task } from './task.ts'

/** Until when runs are waited for. */
export interface WallTime {
  /** For a run that is asked for now. */
  deadline(): number
  /** The first worker works: the wall time of those who waited for it begins. */
  begin(tasks: Iterable<Task>): void
}

/** Milliseconds that a run waits for the first worker beside its wall time: no script is to blame for a machine that starts it late. */
export const startMs = 10_000

/** The wall time of runs, which does not begin before there is a worker. */
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
  /** Whether a worker has shown that it works. */
  readonly works: () => boolean
}
