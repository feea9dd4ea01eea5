import { expect, test } from 'vitest'
import { boundQuestion, isBound } from './bound-question.ts'

const rejected = (...args: string[]) => ({ code: 'CONFLICT', errors: [{ message: 'error.variant.bound', args }] })
const variants = [
  { id: 'A', name: 'green', currentPopulation: 2041 },
  { id: 'B', name: 'orange', currentPopulation: 1 },
]

test('the question before a bound variant is removed says how many clients lose it', () => {
  expect(isBound(rejected('A'))).toBe(true)
  expect(boundQuestion(rejected('A'), variants)).toMatchObject({
    title: 'Remove variant A?',
    danger: true,
    means: ['2,041 clients are bound to variant A, and lose it.', expect.stringMatching(/not their bindings/)],
  })
  expect(boundQuestion(rejected('A', 'B'), variants)).toMatchObject({
    title: 'Remove variants A and B?',
    means: [expect.anything(), '1 client is bound to variant B, and loses it.', expect.anything()],
  })
})

test('other failures are not asked about', () => {
  expect(isBound({ code: 'CONFLICT', errors: [{ message: 'error.layer.overlap', args: ['checkout'] }] })).toBe(false)
  expect(isBound(new Error('no connection'))).toBe(false)
})
