import { readCondition as readByGateway } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { conditionForms, conditionWords, hasText, readCondition, writeCondition } from './conditions.ts'

it.each([
  ['beta', { form: 'equal', text: 'beta' }, 'is beta'],
  ['', { form: 'equal', text: '' }, 'is empty'],
  ['Exists()', { form: 'exists', text: '' }, 'is sent'],
  ['NotDefined()', { form: 'absent', text: '' }, 'is not sent'],
  ['Wildcard(v*)', { form: 'wildcard', text: 'v*' }, 'is like v*'],
  ['Regex(v[12])', { form: 'regex', text: 'v[12]' }, 'matches v[12]'],
  ['Exact(Exists())', { form: 'equal', text: 'Exists()' }, 'is Exists()'],
  ['call(me)', { form: 'equal', text: 'call(me)' }, 'is call(me)'],
] as const)('%s is shown by its form, and written as it was', (written, shown, words) => {
  expect(readCondition(written)).toEqual(shown)
  expect(writeCondition(shown)).toBe(written)
  expect(conditionWords(written)).toBe(words)
})

it('the gateway reads every written condition as it is shown', () => {
  const form = fc.constantFrom(...conditionForms.map((one) => one.form))
  const text = fc.oneof(fc.string(), fc.constantFrom('Exists()', 'Regex(a)', 'Exact(Exact(x))', 'NotDefined()'))
  fc.assert(
    fc.property(form, text, (form, typed) => {
      const text = hasText(form) ? typed : ''
      const read = readByGateway(writeCondition({ form, text }))
      if (form === 'regex' && typeof read === 'string') return
      const [kind, value] = [form, text]
      expect(read).toEqual({
        kind,
        ...(kind === 'equal' && { text: value }),
        ...(kind === 'wildcard' && { pattern: value }),
        ...(kind === 'regex' && { regex: value }),
      })
      expect(readCondition(writeCondition({ form, text }))).toEqual({ form, text })
    }),
  )
})
