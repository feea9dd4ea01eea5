import { type CompiledBackend, outlierDefaults } from '@signalbox/core/gateway'

/** Takes a target out for a time after failures in a row. Times are of `performance.now`. */
export interface Ejection {
  /** When the target was ejected last. */
  readonly since: number
  /** Until when the target is ejected. 0: it never was. */
  readonly until: number
  /** How often it was ejected. */
  readonly times: number
  succeeded(): void
  /** Counts a failure. Returns whether there are enough of them to eject the target. */
  failed(now: number): boolean
  /** Ejects the target. Each ejection in a row takes longer. */
  eject(now: number): void
}

/** Settings of `outlier`, complete. */
type Outlier = Required<NonNullable<CompiledBackend['outlier']>>

/** The settings of a backend, complete; `undefined` if its targets are not ejected. */
export const outlierOf = ({ outlier }: Pick<CompiledBackend, 'outlier'>): Outlier | undefined =>
  outlier && ({ ...outlierDefaults, ...outlier } as Outlier)

/** Creates the ejection of a target, which is not ejected. */
export function createEjection({ consecutiveFailures, interval, baseEjection, maxEjection }: Outlier): Ejection {
  const most = Math.max(1, consecutiveFailures)
  const calm = Math.max(1, interval)
  let failures: number[] = []
  let since = 0
  let until = 0
  let times = 0
  /** Ejections in a row. One is forgotten for each interval in which the target is not ejected. */
  let row = 0

  return {
    get since() {
      return since
    },
    get until() {
      return until
    },
    get times() {
      return times
    },
    succeeded() {
      if (failures.length > 0) failures = []
    },
    failed(now) {
      if (now < until) return false
      failures.push(now)
      // An ejection that is refused leaves the failures: more than enough of them are not kept.
      while (failures.length > most || failures[0]! < now - interval) failures.shift()
      return failures.length >= most
    },
    eject(now) {
      row = Math.max(0, row - Math.floor((now - until) / calm)) + 1
      times++
      since = now
      until = now + Math.min(row * baseEjection, maxEjection)
      failures = []
    },
  }
}

/** Never ejects. */
export const noEjection: Ejection = { since: 0, until: 0, times: 0, succeeded() {}, failed: () => false, eject() {} }
