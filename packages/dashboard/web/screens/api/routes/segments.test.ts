import { beforeAll, expect, it } from 'vitest'
import { loadMatching } from '../../../match/match-here.ts'
import { exampleOf } from './segments.ts'

beforeAll(loadMatching)

it.each([
  ['$id<[0-9]{2}>', '42'],
  ['$id<(?:v1|v2)>', 'v1'],
  ['$id<none>', '{id}'],
  ['$id<(?P<page>[0-9])+>', '42'],
  ['$id<(?:a|1)+>', 'a1'],
  // An expression that the gateway decides in linear time must not stop the page.
  ['$id<(?:[a-z0-9]+)+!>', '{id}'],
  [`$id<${'.*'.repeat(60)}>`, '42'],
])('%s has the example %s', (segment, text) => {
  expect(exampleOf(segment, true)).toEqual({ text, params: { id: text } })
})
