import { goOn, guide } from './guide.ts'
import type { Step } from './read-guide.ts'

/** Whether the user has skipped a step. */
export const isSkipped = (step: Step): boolean => guide.value.skipped?.includes(step) ?? false

/** Skips a step. */
export const skip = (step: Step): void => goOn({ skipped: [...(guide.peek().skipped ?? []), step] })

/** Comes back to a step. */
export const comeBack = (step: Step): void =>
  goOn({ skipped: (guide.peek().skipped ?? []).filter((one) => one !== step) })
