const MOST_MESSAGES = 1000
/** Once the memory is full, one new message is reported in this many milliseconds. */
const PAUSE = 60_000

/**
 * Reports errors, but those with the same message only once. After 1,000 messages, at most one a minute is reported, with the number
 * of those before it that were not.
 */
export function reportOnce(report: (error: unknown) => void, clock: () => number = () => 0): (error: Error) => void {
  const reported = new Set<string>()
  let next = Number.NEGATIVE_INFINITY
  let silent = 0
  return (error) => {
    if (reported.has(error.message)) return
    if (reported.size < MOST_MESSAGES) {
      reported.add(error.message)
      report(error)
      return
    }
    if (clock() < next) {
      silent++
      return
    }
    next = clock() + PAUSE
    report(silent === 0 ? error : new Error(`${error.message} (${silent} more were not reported)`, { cause: error }))
    silent = 0
  }
}
