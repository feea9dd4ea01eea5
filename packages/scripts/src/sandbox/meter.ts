import type { Pulse } from '../pulse.ts'

/** The CPU time that a run has left, for all its steps together. */
export interface Budget {
  readonly id: number
  /** Milliseconds. */
  left: number
  /** Set once the time has run out: the run has failed, even if the script catches the interruption. */
  isSpent: boolean
}

/** Measures the steps of runs, one at a time, and updates the pulse. */
export interface Meter {
  /** Executes a step of a run and charges its budget. */
  spend(budget: Budget, part: () => void): void
  /** Called by the interpreter; returns whether to stop. */
  isOver(): boolean
}

/**
 * Creates a meter. It reads wall time first, which is cheap, and the CPU time of the thread only when wall time exceeds
 * the budget, so that scripts do not fail on a busy machine. Where Node cannot report a thread's CPU time, wall time
 * decides.
 */
export function createMeter(pulse: Pulse, clocks: Clocks = threadClocks): Meter {
  let budget: Budget | undefined
  let wallStart = 0
  let cpuStart = 0
  const used = (left: number): number => {
    const wall = clocks.wall() - wallStart
    return wall > left ? Math.min(wall, clocks.cpu() - cpuStart) : wall
  }
  return {
    spend(of, part) {
      budget = of
      wallStart = clocks.wall()
      cpuStart = clocks.cpu()
      pulse.enter(of.id)
      try {
        part()
      } finally {
        pulse.enter(0)
        budget = undefined
        of.left -= used(of.left)
        of.isSpent ||= of.left < 0
      }
    },
    isOver() {
      pulse.beat()
      if (!budget || budget.isSpent) return true
      budget.isSpent = used(budget.left) > budget.left
      return budget.isSpent
    },
  }
}

/** Clocks in milliseconds: elapsed time, and CPU time of this thread. */
export interface Clocks {
  readonly wall: () => number
  readonly cpu: () => number
}

/** The clocks of the current thread. */
export const threadClocks: Clocks = {
  wall: () => performance.now(),
  cpu: process.threadCpuUsage ? () => toMilliseconds(process.threadCpuUsage()) : () => performance.now(),
}

const toMilliseconds = ({ user, system }: { user: number; system: number }): number => (user + system) / 1_000
