import { beforeEach, expect, test } from 'vitest'
import { because, given, MOST_CHARACTERS } from './because.ts'

beforeEach(() => {
  given.value = []
})

test('a call without a reason has no option for it', () => {
  expect(because('')).toEqual({})
  expect(because('  ')).toEqual({})
  expect(given.value).toEqual([])
})

test('a reason is one line, as the service requires', () => {
  expect(because(' Black\tFriday\n starts ')).toEqual({ reason: 'Black Friday starts' })
  expect(because('x'.repeat(MOST_CHARACTERS + 1)).reason).toHaveLength(MOST_CHARACTERS)
})

test('the last reasons are offered again, each once', () => {
  for (const typed of ['a', 'b', 'c', 'a', 'd', 'e', 'f']) because(typed)
  expect(given.value).toEqual(['f', 'e', 'd', 'a', 'c'])
})
