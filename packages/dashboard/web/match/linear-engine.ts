import { linearPattern, linearSearch, tryPattern } from '@signalbox/core/gateway'

/** Whether a text matches an expression. */
export type Match = (text: string) => boolean

/** What of a text an expression must match. */
export type MatchedPart = 'whole' | 'any'

/** The longest expression that is compiled, in characters: those of error templates. */
const LONGEST = 512

/** The most steps of an expression that is run: those of route paths. */
const MOST_STEPS = 1000

/** Compiles an expression for RE2, as the service does. `undefined` if it is invalid, or too large to be run while drawing. */
export function linearMatch(source: string, part: MatchedPart): Match | undefined {
  if (source.length > LONGEST) return undefined
  const { problem, size } = tryPattern(source)
  if (problem || size > MOST_STEPS) return undefined
  return part === 'whole' ? linearPattern(source) : linearSearch(source)
}
