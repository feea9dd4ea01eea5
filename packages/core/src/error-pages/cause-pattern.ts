import { RE2JS, RE2JSSyntaxException } from 're2js'
import type { Problem } from '../errors.ts'
import { problem } from '../errors.ts'

/** Whether a text is wholly matched. */
export type CausePattern = (cause: string) => boolean

/** A regular expression over whole cause ids, in time linear to them whatever it is. Throws for one that is not valid. */
export function causePattern(source: string): CausePattern {
  const compiled = RE2JS.compile(source)
  return (cause) => compiled.matches(cause)
}

/** What is wrong with a regular expression, and at which character from 1; `undefined` when nothing is. */
export function patternProblem(source: string): Problem | undefined {
  try {
    RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const { error: what, input } = error
    const isMissing = input === null || input === source // found out at the end
    return problem('error.pattern.invalid', what, isMissing ? source.length : source.indexOf(input) + 1)
  }
  return undefined
}
