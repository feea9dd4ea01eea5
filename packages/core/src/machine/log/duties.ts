import type { Clock } from '../../ports.ts'

/** A task that a process repeats in the background, and how it went. Times are epoch milliseconds. */
export interface Duty {
  /** Such as `snapshots`, `event-retention`, `usage-retention` and `experiment-retention`. */
  readonly name: string
  /** When this process began it. */
  readonly begun: number
  /** When it last succeeded. Absent before the first time. */
  readonly done?: number
  /** How often it has failed in this process. */
  readonly failures: number
  /** The size of what it last wrote, if it writes something. */
  readonly bytes?: number
}

/** Takes the outcomes of a duty. */
export interface DutyLog {
  /** It has succeeded. Without `bytes` it has written nothing, and the last size stays. */
  done(written?: { readonly bytes?: number }): void
  failed(): void
}

/** The tasks that a process repeats in the background. */
export interface Duties {
  /** Adds a task. A name that exists continues. */
  begin(name: string): DutyLog
  list(): readonly Duty[]
}

/** Creates an empty list of duties. */
export function createDuties(clock: Clock): Duties {
  const all = new Map<string, Duty>()
  return {
    begin(name) {
      const change = (outcome: (duty: Duty) => Duty) => {
        all.set(name, outcome(all.get(name) ?? { name, begun: clock(), failures: 0 }))
      }
      change((duty) => duty)
      return {
        done: ({ bytes } = {}) => change((duty) => ({ ...duty, done: clock(), ...(bytes !== undefined && { bytes }) })),
        failed: () => change((duty) => ({ ...duty, failures: duty.failures + 1 })),
      }
    },
    list: () => [...all.values()],
  }
}
