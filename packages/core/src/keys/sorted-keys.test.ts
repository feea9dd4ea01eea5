import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareKeys } from './compare-keys.ts'
import { sortedKeys } from './sorted-keys.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `key:${String(i).padStart(5, '0')}`)

describe('sorted keys', () => {
  it('are in order from any key on, whatever was added and removed in which order', () => {
    const key = fc.stringMatching(/^[a-c]{1,4}$/)
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.boolean())), key, (changes, from) => {
        const sorted = sortedKeys()
        const expected = new Set<string>()
        for (const [one, isAdded] of changes) {
          if (isAdded === expected.has(one)) continue
          sorted[isAdded ? 'add' : 'delete'](one)
          expected[isAdded ? 'add' : 'delete'](one)
        }
        const all = [...expected].sort(compareKeys)
        expect([...sorted.from()]).toEqual(all)
        expect([...sorted.from(from)]).toEqual(all.filter((one) => one >= from))
        expect(sorted.size).toBe(all.length)
      }),
    )
  })

  it.each([
    ['in order', (keys: string[]) => keys],
    ['in reverse', (keys: string[]) => keys.toReversed()],
    ['from both ends', (keys: string[]) => keys.map((key, i) => (i % 2 ? key : keys[keys.length - 1 - i]!))],
    ['in the order of their reversed texts', (keys: string[]) => keys.toSorted((a, b) => (last(a) < last(b) ? -1 : 1))],
  ])('of many blocks are in order after keys that came %s, and after most were removed', (_, shuffle) => {
    const keys = numbered(5000)
    const sorted = sortedKeys()
    const added = [...new Set(shuffle(keys))]
    for (const key of added) sorted.add(key)
    expect([...sorted.from()]).toEqual(added.toSorted(compareKeys))
    const kept = new Set(added.filter((_, i) => i % 50 === 0))
    for (const key of added) if (!kept.has(key)) sorted.delete(key)
    expect([...sorted.from()]).toEqual([...kept].sort(compareKeys))
  })

  it('are sorted by their UTF-8 bytes', () => {
    const keys = ['a', 'é', '\uFFFD', '😀']
    const sorted = sortedKeys()
    for (const key of keys.toReversed()) sorted.add(key)
    expect([...sorted.from('b')]).toEqual(keys.slice(1))
  })
})

const last = (key: string) => [...key].reverse().join('')

it('adding says whether a key is new, wherever it is', () => {
  const sorted = sortedKeys()
  const keys = Array.from({ length: 3000 }, (_, i) => `k${(i * 7919) % 3000}`)
  expect(keys.map(sorted.add)).toEqual(keys.map(() => true))
  expect(keys.map(sorted.add)).toEqual(keys.map(() => false))
  expect(sorted.size).toBe(3000)
})
