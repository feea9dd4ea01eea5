import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEntries } from './entries.ts'
import type { Entry } from './entry.ts'
import { findPlaces } from './find-places.ts'
import { keys } from './keys.fixture.ts'
import { parseQuery } from './query.ts'

const entry = fc.record({
  id: keys,
  enabled: fc.boolean(),
  strategy: fc.constantFrom('NO_STRATEGY', 'PERCENTAGE', 'RULES'),
  tags: fc.subarray(['beta', 'Mobile', 'two words']),
})
const step = fc.oneof(
  entry.map((put) => ({ put })),
  keys.map((remove) => ({ remove })),
)

/** The same by an array that is sorted and filtered each time. */
function naive(records: ReadonlyMap<string, Entry>, words: readonly string[], tag?: string) {
  return [...records.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .filter(({ id }) => words.every((word) => id.toLowerCase().includes(word.toLowerCase())))
    .filter(({ tags = [] }) => tag === undefined || tags.includes(tag))
    .map(({ id }) => id)
}

describe('entries', () => {
  it('stay in order and are found as by a filter, whatever is put and removed', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.array(fc.constantFrom('a', 'b:', 'proto', 'A-', ':'), { maxLength: 2 }),
        (steps, words) => {
          const entries = createEntries()
          const records = new Map<string, Entry>()
          for (const one of steps) {
            if ('put' in one) {
              entries.put(one.put)
              records.set(one.put.id, one.put)
            } else expect(entries.remove(one.remove)).toBe(records.delete(one.remove))
            const ids = Array.from({ length: entries.size }, (_, place) => entries.idAt(place))
            expect(ids).toEqual(naive(records, []))
          }
          for (const [id, { enabled, strategy, tags }] of records)
            expect(entries.at(entries.placeOf(id)!)).toEqual({
              id,
              enabled,
              strategy,
              ...(tags!.length > 0 && { tags }),
            })
          const idsOf = (places: Int32Array | undefined) =>
            places ? Array.from(places, (place) => entries.idAt(place)) : naive(records, [])
          expect(idsOf(findPlaces(entries, parseQuery(words.join(' '))))).toEqual(naive(records, words))
          expect(idsOf(findPlaces(entries, parseQuery('tag:"two words"')))).toEqual(naive(records, [], 'two words'))
        },
      ),
    )
  })

  it('grow beyond their first thousands', () => {
    const entries = createEntries()
    for (let i = 5000; i > 0; i--) entries.put({ id: `f${10_000 + i}`, enabled: i % 2 === 0 })
    expect(entries.size).toBe(5000)
    expect(entries.isEnabledAt(entries.placeOf('f10002')!)).toBe(true)
    expect(findPlaces(entries, parseQuery('is:on'))).toHaveLength(2500)
  })

  it('are found by their state and strategy', () => {
    const entries = createEntries()
    entries.put({ id: 'a', enabled: true, strategy: 'PERCENTAGE' })
    entries.put({ id: 'b', enabled: false, strategy: 'NO_STRATEGY' })
    entries.put({ id: 'c', enabled: true, strategy: 'GLOBAL_SCRIPT' })
    const found = (text: string) => Array.from(findPlaces(entries, parseQuery(text)) ?? [0, 1, 2])
    expect(found('is:on')).toEqual([0, 2])
    expect(found('is:off strategy:always')).toEqual([1])
    expect(found('strategy:percentage,global_script')).toEqual([0, 2])
    expect(found('is:on is:off')).toEqual([])
    expect(found('is:published')).toEqual([])
    entries.put({ id: 'bb', enabled: true, state: 'published' })
    entries.put({ id: 'd', enabled: false, state: 'deprecated' })
    expect(entries.at(2)).toEqual({ id: 'bb', enabled: true, state: 'published' })
    expect(found('is:published')).toEqual([2])
    expect(found('is:deprecated is:off')).toEqual([4])
    expect(found('is:published is:deprecated')).toEqual([])
    entries.remove('bb')
    expect(found('is:deprecated')).toEqual([3])
    entries.remove('d')
    expect(found('is:publ')).toEqual([0, 1, 2])
    expect(found('strategy: is: tag:')).toEqual([0, 1, 2])
  })
})
