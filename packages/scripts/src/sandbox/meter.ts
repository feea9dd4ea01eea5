import type { Pulse } from '../pulse.ts'

/** The CPU time that one run has left, over all its parts. */
export interface Budget {
  readonly id: number
  /** Milliseconds. */
  left: number
  /** It ran out: whatever the script makes of the interruption, the run has failed. */
  isSpent: boolean
}

/** Meters the parts of runs, one at a time, and tells the pulse. */
export interface Meter {
  /** Runs a part of a run on its budget. */
  spend(budget: Budget, part: () => void): void
  /** For the interpreter: whether to stop. */
  isOver(): boolean
}

/**
 * Time is counted by the wall first, which is cheap, and by this thread's CPU where the wall says that it is over, so
 * that a busy machine does not fail scripts. Where Node cannot tell the CPU of a thread, the wall decides.
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

/** Milliseconds gone by, and milliseconds that this thread has computed. */
export interface Clocks {
  readonly wall: () => number
  readonly cpu: () => number
}

/** The clocks of the thread that asks. */
export const threadClocks: Clocks = {
  wall: () => performance.now(),
  cpu: process.threadCpuUsage ? () => toMilliseconds(process.threadCpuUsage()) : () => performance.now(),
}

const toMilliseconds = ({ user, system }: { user: number; system: number }): number => (user + system) / 1_000
