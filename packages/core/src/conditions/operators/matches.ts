import { failure, problem } from '../../machine/errors/errors.ts'
import type { Operator } from './operator.ts'

/** The text has a part that matches a regular expression (RE2). */
export const matches: Operator<string> = {
  description: 'Has a part that matches a regular expression (RE2, at most 256 characters)',
  value: { type: 'string', maxLength: 256 },
  example: { attribute: 'host', actual: 'shop-7.eu.example', value: '^shop-\\d+\\.' },
  check: (value, patterns) => patterns?.problemOf(value),
  compile(values, { patterns }) {
    if (!patterns)
      throw failure(
        'INVALID',
        'The operator matches needs its engine: await loadPatterns() first',
        problem('error.pattern.engine'),
      )
    const tests = values.map((value) => patterns.compile(value))
    return (attribute) => {
      if (typeof attribute !== 'string') return false
      for (const test of tests) if (test(attribute)) return true
      return false
    }
  },
}
