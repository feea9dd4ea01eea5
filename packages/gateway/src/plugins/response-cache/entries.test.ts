import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEntries, type Entries, type Stored } from './entries.ts'
import { freshnessOf } from './freshness.ts'

const freshness = freshnessOf([], { askedAt: 0, headAt: 0 }, { ttl: 1, staleWhileRevalidate: 0 })
const stored = (size = 0, selecting: Record<string, string> = {}): Stored => ({
  ...{ status: 200, headers: [], freshness, body: new Uint8Array(size) },
  selecting: new Map(Object.entries(selecting)),
})

/** Stores a response as a request does it. */
function put(entries: Entries, uri: string, one = stored(), owner = 'o'): Stored {
  const place = entries.place(uri, owner)
  entries.hold(place)
  entries.store(place, one)
  entries.release(place)
  return one
}
const get = (entries: Entries, uri: string, headers: string[] = [], owner = 'o') =>
  entries.find(entries.place(uri, owner), headers)

describe('stored responses', () => {
  it('are found by URI, owner and the headers that select them', () => {
    const entries = createEntries(1_000_000)
    const [german, french] = ['de', 'fr'].map((language) =>
      put(entries, '/a', stored(0, { 'accept-language': language })),
    )
    expect(get(entries, '/a', ['Accept-Language', 'de'])).toBe(german)
    expect(get(entries, '/a', ['accept-language', ' fr '])).toBe(french)
    expect(get(entries, '/a')).toBeUndefined()
    expect(get(entries, '/b', ['Accept-Language', 'de'])).toBeUndefined()
    expect(get(entries, '/a', ['Accept-Language', 'de'], 'other')).toBeUndefined()
  })

  it('replace those that the same headers select', () => {
    const entries = createEntries(1_000_000)
    put(entries, '/a', stored(500))
    const last = put(entries, '/a', stored(100))
    expect([get(entries, '/a'), entries.size]).toEqual([last, 1])
    expect(entries.bytes).toBeLessThan(1000)
  })

  it('have at most 32 variants', () => {
    const entries = createEntries(1_000_000)
    for (let i = 0; i < 40; i++) put(entries, '/a', stored(0, { 'x-a': String(i) }))
    expect(entries.size).toBe(32)
    expect([get(entries, '/a', ['X-A', '0']), get(entries, '/a', ['X-A', '39'])?.status]).toEqual([undefined, 200])
  })

  it('make room for others if they were not used for the longest time', () => {
    const entries = createEntries(10_000)
    for (const uri of ['/a', '/b', '/c']) put(entries, uri, stored(2500))
    get(entries, '/a')
    put(entries, '/d', stored(2500))
    expect(['/a', '/b', '/c', '/d'].map((uri) => get(entries, uri) !== undefined)).toEqual([true, false, true, true])
    put(entries, '/huge', stored(10_000))
    expect(get(entries, '/huge')).toBeUndefined()
  })

  it('are all gone when their URI is invalidated, and so are those on their way', () => {
    const entries = createEntries(1_000_000)
    put(entries, '/a', stored(), 'one')
    put(entries, '/a', stored(0, { 'x-a': '1' }), 'two')
    put(entries, '/b')
    const place = entries.place('/a', 'three')
    entries.hold(place)
    entries.invalidate('/a')
    entries.store(place, stored())
    expect([entries.size, get(entries, '/a', [], 'three'), get(entries, '/b')?.status]).toEqual([1, undefined, 200])
    entries.release(place)
    put(entries, '/a', stored(), 'three')
    expect(get(entries, '/a', [], 'three')?.status).toBe(200)
  })

  it('are not stored after an invalidation, even if the place was empty for a while', () => {
    const entries = createEntries(1_000_000)
    const old = put(entries, '/a')
    const place = entries.place('/a', 'o')
    entries.hold(place)
    entries.remove(old)
    entries.invalidate('/a')
    entries.store(place, stored())
    entries.release(place)
    expect([get(entries, '/a'), entries.size]).toEqual([undefined, 0])
  })

  it('never take more than they may, whatever happens', () => {
    const step = fc.record({
      do: fc.constantFrom('put', 'put', 'put', 'get', 'remove', 'invalidate'),
      uri: fc.constantFrom('/a', '/b', '/c'),
      owner: fc.constantFrom('o', 'p'),
      size: fc.nat(4000),
      value: fc.constantFrom('1', '2'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const entries = createEntries(10_000)
        for (const { do: what, uri, owner, size, value } of steps) {
          if (what === 'put') put(entries, uri, stored(size, { 'x-a': value }), owner)
          const found = get(entries, uri, ['X-A', value], owner)
          if (what === 'remove' && found) entries.remove(found)
          if (what === 'invalidate') {
            entries.invalidate(uri)
            expect(get(entries, uri, ['X-A', value], owner)).toBeUndefined()
          }
          expect(entries.bytes).toBeLessThanOrEqual(10_000)
        }
        for (const uri of ['/a', '/b', '/c']) entries.invalidate(uri)
        expect([entries.bytes, entries.size]).toEqual([0, 0])
      }),
    )
  })
})
