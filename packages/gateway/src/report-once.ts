/** Messages that are remembered. */
const MOST = 1000

/** Reports errors, but those with the same message only once. */
export function reportOnce(report: (error: unknown) => void): (error: Error) => void {
  const reported = new Set<string>()
  return (error) => {
    if (reported.has(error.message)) return
    if (reported.size < MOST) reported.add(error.message)
    report(error)
  }
}
