import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../../machine/schema/validate.ts'
import { timeZone } from '../../machine/time/time.ts'
import { classicHashes } from '../../vectors/classic-hash.ts'
import { buckets } from '../../vectors/murmur3.ts'
import { compileFeature, explain } from '../evaluate.ts'
import { type Feature, featureSchema } from '../feature.ts'
import type { Environment } from './strategy.ts'

const murmur3: Environment = { clock: () => 0, zone: timeZone('UTC'), bucketing: 'murmur3' }
const classic: Environment = { ...murmur3, bucketing: 'classic' }
const share = (percentage: number, id = 'f', salt?: string): Feature => ({
  id,
  enabled: true,
  activationStrategy: 'PERCENTAGE',
  parameters: { percentage, ...(salt !== undefined && { salt }) },
})
const isActive = (feature: Feature, id: unknown, environment = murmur3) =>
  compileFeature(feature, environment).isActive({ id })
const anyId = fc.string({ unit: 'binary', minLength: 1 })

describe('a percentage', () => {
  it.each(buckets)('of feature %s puts client %s into bucket %d', (feature, client, bucket) => {
    expect(isActive(share(bucket / 1000, feature), client)).toBe(false)
    expect(isActive(share((bucket + 1) / 1000, feature), client)).toBe(true)
  })

  it.each([murmur3, classic])('never selects an empty id, which is no client: %o', (environment) => {
    for (const percentage of [0.001, 1, 50, 99.999, 100])
      for (const id of ['a', 'b', 'shop:new']) expect(isActive(share(percentage, id), '', environment)).toBe(false)
  })

  it('of 0 selects nobody, of 100 everybody', () => {
    fc.assert(
      fc.property(anyId, fc.constantFrom(murmur3, classic), (id, environment) => {
        expect(isActive(share(0), id, environment)).toBe(false)
        expect(isActive(share(100), id, environment)).toBe(true)
      }),
    )
  })

  it.each([
    [0.0004, 'error.minimum', '0.001'],
    [Number.MIN_VALUE, 'error.minimum', '0.001'],
    [99.9996, 'error.maximum', '99.999'],
  ])('of %d would round to 0 or 100, and is rejected', (percentage, message, arg) => {
    expect(() => validate(featureSchema, share(percentage), 'The body')).toThrow(
      expect.objectContaining({
        code: 'INVALID',
        fieldErrors: { '/parameters/percentage': [{ message, args: [arg] }] },
      }),
    )
  })

  it.each([0, 0.0005, 0.001, 33.333_333_333_333_336, 99.999, 100])('of %d is accepted unchanged', (percentage) => {
    expect(validate(featureSchema, share(percentage), 'The body')).toMatchObject({ parameters: { percentage } })
  })

  it('keeps its clients as it grows', () => {
    const percentage = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(anyId, percentage, percentage, fc.constantFrom(murmur3, classic), (id, one, other, environment) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        if (isActive(share(low), id, environment)) expect(isActive(share(high), id, environment)).toBe(true)
      }),
    )
  })

  it.each([
    [0.0004, 0],
    [0.0005, 1],
    [0.001, 1],
    [0.0045, 5],
    [33.3333, 33333],
    [99.9995, 100000],
  ])('of %d lets in %d buckets of 100,000', (percentage, bound) => {
    const compiled = compileFeature(share(percentage), murmur3)
    expect(explain(compiled, murmur3, { id: 'u1' })).toMatchObject({ bound })
  })

  it('chooses other clients for another feature, the same for the same salt', () => {
    const chosen = (feature: Feature) =>
      Array.from({ length: 200 }, (_, i) => isActive(feature, `user-${i}`))
        .map(Number)
        .join('')
    expect(chosen(share(50, 'a'))).not.toBe(chosen(share(50, 'b')))
    expect(chosen(share(50, 'a', 'salt'))).toBe(chosen(share(50, 'b', 'salt')))
    expect(chosen(share(50, 'a', 'b'))).toBe(chosen(share(50, 'b')))
    expect(chosen(share(50, 'a', ''))).not.toBe(chosen(share(50, 'a')))
  })

  it('treats a numeric id as its decimal text', () => {
    expect(isActive(share(7.756, 'shop:checkout'), 10)).toBe(true)
    expect(isActive(share(7.755, 'shop:checkout'), 10)).toBe(false)
  })

  it.each([[{}], [{ id: undefined }], [{ id: null }], [{ id: true }], [{ id: ['u1'] }], [{ id: {} }], [{ Id: 'u1' }]])(
    'of 100 is inactive in the context %j, which has no id',
    (context) => {
      expect(compileFeature(share(100), murmur3).isActive(context)).toBe(false)
      expect(compileFeature(share(100), classic).isActive(context)).toBe(false)
    },
  )

  it('is inactive without a context', () => {
    expect(compileFeature(share(100), murmur3).isActive(undefined)).toBe(false)
  })

  it('explains itself by bucket and bound', () => {
    const compiled = compileFeature(share(50, 'shop:checkout'), murmur3)
    expect(explain(compiled, murmur3, { id: 'u2' })).toEqual({
      reason: 'SPLIT',
      strategy: 'PERCENTAGE',
      enabled: true,
      bucket: 17642,
      bound: 50000,
    })
  })

  it.each([-0.001, 100.001, '50', null])('rejects %j', (percentage) => {
    expect(() => validate(featureSchema, share(percentage as number))).toThrow(
      expect.objectContaining({ fieldErrors: { '/parameters/percentage': [expect.anything()] } }),
    )
  })
})

describe('a percentage with classic bucketing', () => {
  it.each(classicHashes.filter(([client]) => client !== ''))(
    'puts client %j (hash %d) into bucket %d',
    (client, _, bucket) => {
      expect(isActive(share(bucket), client, classic)).toBe(false)
      expect(isActive(share(bucket + 1), client, classic)).toBe(true)
      expect(isActive(share(Math.min(100, bucket + 0.5)), client, classic)).toBe(true)
    },
  )

  it('chooses the same clients whatever the feature and its salt', () => {
    expect(isActive(share(20.5, 'b', 'salt'), 'client1', classic)).toBe(isActive(share(20.5), 'client1', classic))
  })

  it('explains itself by its own bucket and bound', () => {
    const compiled = compileFeature(share(50), classic)
    expect(explain(compiled, classic, { id: 'client2' })).toMatchObject({ reason: 'SPLIT', bucket: 33, bound: 50 })
  })
})
