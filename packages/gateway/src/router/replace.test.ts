import { expect, it } from 'vitest'
import { createRouter } from './create-router.ts'
import { keptOf } from './kept.ts'
import { entryOf, request, taken } from './router.fixture.ts'

it('entries with the same plan stay, even in new objects', () => {
  const router = createRouter<object>()
  const before = entryOf('/a')
  router.replace('api0', [before])
  router.replace('api0', [{ ...before }, entryOf('/b')])
  expect(router.entriesOf('api0')[0]).toBe(before)
  expect(router.find(request('/a'))?.entry).toBe(before)
  expect(taken(router, '/b')).toBe('/b')
})

it('entries with another plan are replaced', () => {
  const router = createRouter<object>()
  const [before, after] = [entryOf('/a'), entryOf('/a')]
  router.replace('api0', [before])
  router.replace('api0', [after])
  expect(router.find(request('/a'))?.entry).toBe(after)
  expect(router.size).toBe(1)
})

it('an API without entries is gone; others are not affected', () => {
  const router = createRouter<object>()
  router.replace('a', [entryOf('/a', 'a')])
  router.replace('b', [entryOf('/a', 'b'), entryOf('/a/b', 'b')])
  router.replace('b', [])
  expect(taken(router, '/a/b')).toBe('/a')
  expect(router.entriesOf('b')).toEqual([])
  expect(router.size).toBe(1)
})

it('an API that never was can be removed', () => {
  const router = createRouter<object>()
  router.replace('a', [])
  expect(router.size).toBe(0)
})

it.each([
  ['abc', 'abc', 'abc'],
  ['abc', 'axbc', 'abc'],
  ['abc', 'bc', 'bc'],
  ['abcd', 'dabc', 'abc'],
  ['abcd', 'bcda', 'bcd'],
  ['abcd', 'acbd', 'abd or acd'],
  ['abc', 'xyz', ''],
  ['', 'ab', ''],
  ['ab', '', ''],
  ['ab', 'aab', 'ab'],
  ['aab', 'ab', 'ab'],
])('from %j to %j, %j stay', (before, now, expected) => {
  const kept = keptOf([...before], [...now], (one) => one)
  const stays = [...kept].filter((was) => was >= 0)
  expect(expected.split(' or ')).toContain(stays.map((was) => before[was]).join(''))
  expect(stays).toEqual([...stays].sort((a, b) => a - b))
  for (const [i, was] of kept.entries()) if (was >= 0) expect(before[was]).toBe(now[i])
})
