// Vitest's reporter of tests that passed at their second try: writes into the file UNSTEADY which, and how they had failed.
import { appendFileSync } from 'node:fs'

export default class {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const errors = test.attempts().flatMap((attempt) => attempt.errors ?? [])
    const told = errors
      .map(({ stack, message }) => stack ?? message)
      .join('\n')
      .slice(0, 4000)
    appendFileSync(
      process.env.UNSTEADY,
      `Passed only on its second try: ${test.module.relativeModuleId}: ${test.fullName}\n${told}\n\n`,
    )
  }
}
