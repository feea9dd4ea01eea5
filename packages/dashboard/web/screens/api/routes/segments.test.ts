import { expect, it } from 'vitest'
import { exampleOf } from './segments.ts'

it.each([
  ['$id<[0-9]{2}>', '42'],
  ['$id<(?:v1|v2)>', 'v1'],
  ['$id<none>', '{id}'],
  // An expression that the gateway decides in linear time must not stop the page.
  ['$id<(?:a|1)+>', '{id}'],
  [`$id<${'.*'.repeat(60)}>`, '{id}'],
])('%s has the example %s', (segment, text) => {
  expect(exampleOf(segment, true)).toEqual({ text, params: { id: text } })
})
