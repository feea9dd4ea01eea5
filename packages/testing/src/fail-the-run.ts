/** Takes failures that nobody awaits: an unhandled rejection fails the run of every test runner. */
export function failTheRun(failure: unknown): void {
  void Promise.reject(failure)
}
