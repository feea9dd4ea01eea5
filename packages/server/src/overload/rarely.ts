/** Milliseconds between two reports of the same kind, at least. */
const REPORT_EVERY = 60_000

/** Limits how often a function is called: at most once a minute. Further calls have no effect. */
export function rarely<A extends readonly unknown[]>(report: (...args: A) => void): (...args: A) => void {
  let reported = Number.NEGATIVE_INFINITY
  return (...args) => {
    if (performance.now() - reported < REPORT_EVERY) return
    reported = performance.now()
    report(...args)
  }
}
