import { matches } from '@signalbox/core/grants'
import { expect, it } from 'vitest'
import { exactPatterns, isId } from './exact-patterns.ts'

it('patterns fit into an address', () => {
  const ids = Array.from({ length: 20 }, (_, i) => String(i).padEnd(512, 'x'))
  const parts = exactPatterns(ids)
  expect(parts.map((part) => part.ids.length)).toEqual([7, 7, 6])
  expect(parts.flatMap((part) => part.ids)).toEqual(ids)
  for (const { pattern } of parts) expect(pattern.length).toBeLessThan(4000)
})

it('patterns match exactly the given ids', () => {
  const texts = [
    '*',
    '!a',
    'a,b*',
    'a*',
    '',
    ',',
    '.',
    '..',
    'a b',
    'é',
    'x'.repeat(513),
    '__proto__',
    'shop:a',
    'shop:a',
  ]
  expect(exactPatterns(texts)).toEqual([{ ids: ['__proto__', 'shop:a'], pattern: '__proto__,shop:a' }])
  const others = ['a', 'b', 'shop', 'shop:ab', 'shop:a:b']
  for (const { pattern } of exactPatterns(texts)) expect(others.filter((id) => matches(pattern, id))).toEqual([])
})

it('there is no pattern if no text is an id', () => {
  expect(exactPatterns(['*', '!x', ''])).toEqual([])
})

it.each([['a'], ['A-Z_0.9@x:b'], ['x'.repeat(512)]])('%.20s is an id', (id) => expect(isId(id)).toBe(true))
