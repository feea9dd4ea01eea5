import { expect, it } from 'vitest'
import { readCondition } from './conditions.ts'

it.each([
  ['v1', { kind: 'equal', text: 'v1' }],
  ['', { kind: 'equal', text: '' }],
  ['Other(x)', { kind: 'equal', text: 'Other(x)' }],
  ['toString(x)', { kind: 'equal', text: 'toString(x)' }],
  ['Exists()', { kind: 'exists' }],
  ['NotDefined()', { kind: 'absent' }],
  ['Exact(Exists())', { kind: 'equal', text: 'Exists()' }],
  ['Wildcard(a*b)', { kind: 'wildcard', pattern: 'a*b' }],
  ['Regex(a+)', { kind: 'regex', regex: 'a+' }],
])('the condition %j is %j', (written, condition) => {
  expect(readCondition(written)).toEqual(condition)
})

it.each(['Regex([)', 'Exists(x)', 'NotDefined(x)'])('the condition %j is invalid', (written) => {
  expect(readCondition(written)).toBeTypeOf('string')
})
