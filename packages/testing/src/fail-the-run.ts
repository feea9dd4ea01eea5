/** Turns a failure that nobody awaits into an unhandled rejection, which fails the run in every test runner. */
export function failTheRun(failure: unknown): void {
  void Promise.reject(failure)
}

/** Fails the run, except for what is merely worth a look, such as an unknown key or a context without an attribute. */
export function failOrPrint(error: unknown): void {
  if (error instanceof Error && error.name === 'Notice') console.warn(error.message)
  else failTheRun(error)
}
