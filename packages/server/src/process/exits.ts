/** Exit codes: success, failure, wrong usage, and a check that found differences. */
export const exitCodes = { done: 0, failed: 1, refused: 2, differs: 3 } as const

/** Prints a warning. */
export function warn(sentence: string): void {
  console.error(`Warning: ${sentence}.`)
}

/** Ends this process because of its arguments or settings. */
export function refuse(problems: readonly string[]): never {
  for (const problem of problems) console.error(`${problem}.`)
  console.error('Signalbox did not start. `signalbox --help` lists all settings.')
  process.exit(exitCodes.refused)
}

/** Ends this process because of an error. A `RangeError` is a setting with a wrong value. */
export function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : error}
`)
  process.exit(error instanceof RangeError ? exitCodes.refused : exitCodes.failed)
}
