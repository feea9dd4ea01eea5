import { expect, it } from 'vitest'
import { readContext } from './read-context.ts'

it.each([
  ['', {}],
  ['{"id": "ann", "__proto__": {"admin": true}}', JSON.parse('{"id": "ann", "__proto__": {"admin": true}}')],
  ['client-1041', { id: 'client-1041' }],
  ['"ann"', { id: 'ann' }],
  ['42', { id: '42' }],
])('%j is the context %j', (text, context) => {
  expect(readContext(text)).toEqual({ context })
})

it.each(['9007199254740993', '-12345678901234567890'])('a context with the number %s is rejected', (digits) => {
  expect(readContext(`{"account": ${digits}}`)).toEqual({
    problem: expect.stringMatching(/^The integer at \/account would lose digits, .*: write it as a text, in quotes\.$/),
  })
  expect(readContext(`{"account": "${digits}", "n": 1.0}`)).toEqual({ context: { account: digits, n: 1 } })
  expect(readContext(digits)).toEqual({ context: { id: digits } })
})

it('a list is rejected, and so is text that is not JSON', () => {
  expect(readContext('["ann"]')).toEqual({ problem: expect.stringContaining('JSON object') })
  expect(readContext('{"id": ')).toEqual({ problem: expect.stringContaining('not JSON') })
})
