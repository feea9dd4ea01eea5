import { describe, expect } from 'vitest'
import { byUtf8, fill, keysOf, type StoreTest, THINGS } from './store-test.ts'

const keys = [
  'A',
  'A:b',
  'a',
  'a:b',
  'a:b:c',
  'ab',
  'abb',
  'axb',
  'a%b',
  'a_b',
  'a\\b',
  'a?b',
  'a.b',
  'a[x]b',
  'a(b',
  'b',
  'é',
  'e\u0301',
  '😀',
  '😀:x',
  '😁:x',
  '\uFFFD',
  '\uFFFD:x',
]

/** Patterns, and the keys each one selects. Keys that are not listed must not match. */
const rows: Record<string, readonly string[]> = {
  '*': keys,
  '**': keys,
  '': [],
  ',': [],
  a: ['a'],
  A: ['A'],
  ab: ['ab'],
  'a:b': ['a:b'],
  'a:*': ['a:b', 'a:b:c'],
  'a:b*': ['a:b', 'a:b:c'],
  'A*': ['A', 'A:b'],
  '*:b': ['A:b', 'a:b'],
  '*:*': ['A:b', 'a:b', 'a:b:c', '😀:x', '😁:x', '\uFFFD:x'],
  'a*c': ['a:b:c'],
  'a*:*c': ['a:b:c'],
  'ab*b': ['abb'],
  'a*a': [],
  '*bb*': ['abb'],
  'a%b': ['a%b'],
  'a%': [],
  a_b: ['a_b'],
  'a\\b': ['a\\b'],
  'a\\*': ['a\\b'],
  'a?b': ['a?b'],
  'a.b': ['a.b'],
  'a[x]b': ['a[x]b'],
  'a[*': ['a[x]b'],
  'a(*': ['a(b'],
  é: ['é'],
  'e*': ['e\u0301'],
  '😀': ['😀'],
  '😀*': ['😀', '😀:x'],
  '*:x': ['😀:x', '😁:x', '\uFFFD:x'],
  '😀*,😁*': ['😀', '😀:x', '😁:x'],
  '\uFFFD*': ['\uFFFD', '\uFFFD:x'],
  'a,b': ['a', 'b'],
  'b,,a,b': ['a', 'b'],
  'a:*,ab*': ['a:b', 'a:b:c', 'ab', 'abb'],
  ' a': [],
  'a:*,!a:b': ['a:b:c'],
  '!a:b,a:*': ['a:b:c'],
  'ab*,b,!*b': [],
  '*,!a*,!*:x': ['A', 'A:b', 'b', 'é', 'e\u0301', '😀', '\uFFFD'],
  '!a*': keys.filter((key) => !key.startsWith('a')),
  '!*': [],
}

/** Key patterns, which select the same keys on every store, with or without an index. */
export function describePatterns(test: StoreTest): void {
  describe('a pattern', () => {
    test.for(Object.entries(rows))('%j selects %j', async ([pattern, expected], { store }) => {
      await fill(store, keys)
      expect(await keysOf(store, { where: [pattern] })).toEqual(expected.toSorted(byUtf8))
      expect(await keysOf(store, { where: ['*', pattern] })).toEqual(expected.toSorted(byUtf8))
      expect(await store.count(THINGS, { where: [pattern] })).toBe(expected.length)
    })

    test('of many wildcards is fast', async ({ store }) => {
      await fill(store, ['a'.repeat(500), `${'a'.repeat(500)}b`])
      expect(await store.count(THINGS, { where: [`${'a*'.repeat(40)}b`] })).toBe(1)
      expect(await store.count(THINGS, { where: [`${'*a'.repeat(40)}*c`] })).toBe(0)
    })
  })
}
