/** Turns a failure that nobody awaits into an unhandled rejection, which fails the run in every test runner. */
export function failTheRun(failure: unknown): void {
  void Promise.reject(failure)
}
