import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareKeys } from './compare-keys.ts'
import { type SortedValues, sortedValues } from './sorted-values.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `key:${String(i).padStart(5, '0')}`)

/** The keys and values from a key on. */
const entriesOf = <T>(sorted: SortedValues<T>, from?: string) =>
  [...sorted.from(from)].flatMap(({ keys, values, index }) =>
    keys.slice(index).map((key, i) => [key, values[index + i]] as const),
  )

const keysOf = (sorted: SortedValues<unknown>, from?: string) => entriesOf(sorted, from).map(([key]) => key)

describe('sorted values', () => {
  it('are in order from any key on, whatever was set and removed in which order', () => {
    const key = fc.stringMatching(/^[a-c]{1,4}$/)
    const change = fc.tuple(key, fc.option(fc.integer(), { nil: undefined }))
    fc.assert(
      fc.property(fc.array(change), key, (changes, from) => {
        const sorted = sortedValues<number>()
        const expected = new Map<string, number>()
        for (const [one, value] of changes)
          if (value === undefined) expect(sorted.delete(one)).toBe(expected.delete(one))
          else {
            expect(sorted.set(one, value)).toBe(!expected.has(one))
            expected.set(one, value)
          }
        const all = [...expected].sort(([a], [b]) => compareKeys(a, b))
        expect(entriesOf(sorted)).toEqual(all)
        expect(entriesOf(sorted, from)).toEqual(all.filter(([one]) => one >= from))
        expect(sorted.size).toBe(all.length)
        const found = sorted.find(from)
        expect(found && [found.keys[found.index], found.values[found.index]]).toEqual(
          expected.has(from) ? [from, expected.get(from)] : undefined,
        )
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
    const sorted = sortedValues<string>()
    const added = [...new Set(shuffle(keys))]
    for (const key of added) sorted.set(key, last(key))
    expect(entriesOf(sorted)).toEqual(added.toSorted(compareKeys).map((key) => [key, last(key)]))
    const kept = new Set(added.filter((_, i) => i % 50 === 0))
    for (const key of added) if (!kept.has(key)) sorted.delete(key)
    expect(keysOf(sorted)).toEqual([...kept].sort(compareKeys))
    for (const key of keys) expect(sorted.find(key) !== undefined).toBe(kept.has(key))
  })

  it('are sorted by the UTF-8 bytes of their keys', () => {
    const keys = ['a', 'é', '\uFFFD', '😀']
    const sorted = sortedValues<number>()
    for (const key of keys.toReversed()) sorted.set(key, 0)
    expect(keysOf(sorted, 'b')).toEqual(keys.slice(1))
  })

  it('may be replaced in their blocks', () => {
    const sorted = sortedValues<number>()
    for (const key of ['a', 'b', 'c']) sorted.set(key, 0)
    for (const { values, index } of sorted.from('b')) values[index] = 1
    expect(entriesOf(sorted)).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ])
  })

  it('say whether a key is new, wherever it is', () => {
    const sorted = sortedValues<number>()
    const keys = Array.from({ length: 3000 }, (_, i) => `k${(i * 7919) % 3000}`)
    expect(keys.map((key) => sorted.set(key, 1))).toEqual(keys.map(() => true))
    expect(keys.map((key) => sorted.set(key, 2))).toEqual(keys.map(() => false))
    expect(sorted.size).toBe(3000)
  })

  it('of an empty set are none', () => {
    const sorted = sortedValues<number>()
    expect([sorted.find('a'), sorted.delete('a'), keysOf(sorted), sorted.size]).toEqual([undefined, false, [], 0])
  })
})

const last = (key: string) => [...key].reverse().join('')
