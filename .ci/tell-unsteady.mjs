// Vitest's reporter of what its JSON report does not hold. Writes into the file UNSTEADY which tests passed at their second
// try, and how they had failed; what caused the errors of others; which files failed outside their tests; and which errors
// nobody caught.
import { appendFileSync } from 'node:fs'

const tell = (heading, errors) =>
  appendFileSync(process.env.UNSTEADY, `${heading}\n${errors.map(withCause).join('\n').slice(0, 4000)}\n\n`)

/** `fetch failed` says nothing, its cause does. */
const withCause = ({ stack, message, code, cause }) =>
  [stack ?? message, ...(code ? [`code: ${code}`] : []), ...(cause ? [`caused by: ${withCause(cause)}`] : [])].join(
    '\n',
  )

export default class {
  onTestCaseResult(test) {
    const errors = test.attempts().flatMap((attempt) => attempt.errors ?? [])
    if (!test.diagnostic()?.flaky) {
      const caused = errors.filter(({ cause }) => cause)
      if (caused.length > 0) tell(`Causes: ${test.module.relativeModuleId}: ${test.fullName}`, caused)
      return
    }
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
