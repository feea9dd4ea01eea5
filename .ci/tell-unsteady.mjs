// Vitest's reporter of what its JSON report does not hold. Writes into the file UNSTEADY which tests passed at their second
// try, and how they had failed; which files failed outside their tests; and which errors nobody caught.
import { appendFileSync } from 'node:fs'

const tell = (heading, errors) =>
  appendFileSync(
    process.env.UNSTEADY,
    `${heading}\n${errors
      .map(({ stack, message }) => stack ?? message)
      .join('\n')
      .slice(0, 4000)}\n\n`,
  )

export default class {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const errors = test.attempts().flatMap((attempt) => attempt.errors ?? [])
    tell(`Passed only on its second try: ${test.module.relativeModuleId}: ${test.fullName}`, errors)
  }

  onTestSuiteResult(suite) {
    const errors = suite.errors()
    if (errors.length > 0) tell(`Failed around its tests: ${suite.module.relativeModuleId}: ${suite.fullName}`, errors)
  }

  onTestModuleEnd(module) {
    const errors = module.errors()
    if (errors.length > 0) tell(`Failed around its tests: ${module.relativeModuleId}`, errors)
  }

  onTestRunEnd(_modules, unhandled, reason) {
    if (unhandled.length > 0) tell(`Errors that nobody caught (the run ${reason}):`, unhandled)
  }
}
