import fc from 'fast-check'
import murmurhash from 'murmurhash'
import { describe, expect, it } from 'vitest'
import { classicHashes } from '../../vectors/classic-hash.ts'
import { buckets, hashes } from '../../vectors/murmur3.ts'
import { BUCKETS, bucketOf, classicBucket, hashBelow, hashState, murmur3, scalaStringHash } from './hash.ts'

const anyText = fc.string({ unit: 'binary' })
/** Strings of arbitrary UTF-16 units, including lone surrogates. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ max: 0xffff, min: 0 }), fc.constantFrom(0xd800, 0xdbff, 0xdc00, 0xdfff, 0x61)))
  .map((units) => String.fromCharCode(...units))
const anySeed = fc.integer({ min: 0, max: 0xffffffff })

describe('murmur3', () => {
  it.each(hashes)('of %j with seed %d is %d', (text, seed, hash) => {
    expect(murmur3(text, hashState('', seed))).toBe(hash)
  })

  it('is that of another implementation for any text and seed', () => {
    fc.assert(
      fc.property(anyText, anySeed, (text, seed) => {
        expect(murmur3(text, hashState('', seed))).toBe(murmurhash.v3(new TextEncoder().encode(text), seed))
      }),
    )
  })

  it.each([0x7f, 0x80, 0x7ff, 0x800, 0xffff, 0x10000, 0x10ffff])(
    'reads the character %d as TextEncoder does',
    (code) => {
      const text = String.fromCodePoint(code)
      expect(murmur3(text, hashState(''))).toBe(murmurhash.v3(new TextEncoder().encode(text), 0))
    },
  )

  it('reads lone surrogates as TextEncoder does', () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        expect(murmur3(text, hashState(''))).toBe(murmurhash.v3(new TextEncoder().encode(text), 0))
      }),
    )
  })

  it('continues from the state of any prefix', () => {
    fc.assert(
      fc.property(anyText, anyText, anySeed, (prefix, rest, seed) => {
        expect(murmur3(rest, hashState(prefix, seed))).toBe(murmur3(prefix + rest, hashState('', seed)))
      }),
    )
  })

  it('does not modify a state', () => {
    const state = hashState('shop:checkout:')
    const first = murmur3('u1', state)
    murmur3('somebody else', state)
    expect(murmur3('u1', state)).toBe(first)
  })
})

describe('a bucket', () => {
  it.each(buckets)('of %s for client %s is %d', (feature, client, bucket) => {
    expect(bucketOf(client, hashState(`${feature}:`))).toBe(bucket)
  })

  it('is the floor of the hash scaled to the number of buckets', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const bucket = Number((BigInt(murmur3(text, hashState(''))) * BigInt(BUCKETS)) >> 32n)
        expect(bucketOf(text, hashState(''))).toBe(bucket)
      }),
    )
  })

  it("is below a bound exactly if the hash is below the bound's hash", () => {
    const bucketOfHash = (hash: number) => Number((BigInt(hash) * BigInt(BUCKETS)) >> 32n)
    for (let bound = 1; bound < BUCKETS; bound++) {
      const first = Math.ceil(hashBelow(bound)) // the smallest hash that is not below
      if (bucketOfHash(first) < bound || bucketOfHash(first - 1) >= bound) expect.fail(`the bucket ${bound}`)
    }
    expect([hashBelow(0), hashBelow(BUCKETS)]).toEqual([0, 2 ** 32])
  })

  it('is uniformly distributed', () => {
    const counts = new Array<number>(10).fill(0)
    const state = hashState('feature:')
    for (let i = 0; i < 20_000; i++) counts[Math.floor(bucketOf(`user-${i}`, state) / 10_000)]!++
    for (const count of counts) expect(count).toBeGreaterThan(1800)
  })
})

describe('the classic bucket', () => {
  it.each(classicHashes)('of %j comes from the hash %d and is %d', (client, hash, bucket) => {
    expect(scalaStringHash(client)).toBe(hash)
    expect(classicBucket(client)).toBe(bucket)
  })

  it('lies within 0 and 99 for any text', () => {
    fc.assert(
      fc.property(anyUnits, (text) => {
        const bucket = classicBucket(text)
        expect(Number.isInteger(bucket) && bucket >= 0 && bucket < 100).toBe(true)
        expect(bucket).toBe(Math.abs(scalaStringHash(text)) % 100)
      }),
    )
  })
})
