import { firstTimes } from '../machine/errors/first-times.ts'

/** Receives features with a share of clients that were evaluated without the attribute that the share hashes. */
export interface Lacking {
  tell(id: string, by: string): void
  /** Runs evaluations without reports: explanations, and evaluations of many features at a time. */
  quietly<T>(run: () => T): T
}

/** Creates what passes each such feature on once. */
export function createLacking(report: (id: string, by: string) => void): Lacking {
  const isFirst = firstTimes()
  let isQuiet = false

  return {
    tell(id, by) {
      if (!isQuiet && isFirst(id)) report(id, by)
    },
    quietly(run) {
      const before = isQuiet
      isQuiet = true
      try {
        return run()
      } finally {
        isQuiet = before
      }
    },
  }
}
