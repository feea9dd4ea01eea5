import { problem } from '../machine/errors/errors.ts'
import { linearSearch, tryPattern } from '../machine/schema/linear-pattern.ts'
import type { PatternEngine } from './patterns.ts'

/** The most steps of an expression: a check takes time in proportion to them. */
const MOST_STEPS = 1000

/** The engine of regular expressions: RE2. */
export const patternEngine: PatternEngine = {
  compile: linearSearch,
  problemOf(source) {
    const { problem: found, size } = tryPattern(source)
    return found ?? (size > MOST_STEPS ? problem('error.pattern.size', MOST_STEPS) : undefined)
  },
}
