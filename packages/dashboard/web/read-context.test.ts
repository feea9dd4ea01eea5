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

it('a list is rejected, and so is text that is not JSON', () => {
  expect(readContext('["ann"]')).toEqual({ problem: expect.stringContaining('JSON object') })
  expect(readContext('{"id": ')).toEqual({ problem: expect.stringContaining('not JSON') })
})
