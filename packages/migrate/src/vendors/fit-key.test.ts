import { createSignalbox } from '@signalbox/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf } from './cost.fixture.ts'
import { fitKeys } from './fit-key.ts'

const idsOf = (keys: readonly string[]) => {
  const fitted = fitKeys(keys, 'other')
  return keys.map((key) => fitted.idOf(key))
}

describe('the keys of another product', () => {
  it.each([
    ['checkout', 'checkout'],
    ['shop:checkout.v2_x@y-z', 'shop:checkout.v2_x@y-z'],
    ['__proto__', '__proto__'],
    ['new checkout!', 'new-checkout'],
    ['Hellø Wörld', 'Hell-World'],
    ['a//b', 'a-b'],
    ['a::b', 'a:b'],
    [':a:', 'a'],
  ])('%s becomes %s', (key, id) => {
    expect(idsOf([key])).toEqual([id])
  })

  it.each(['', '.', '..', '你好', '!', ':', 'x'.repeat(1000), '🌍'.repeat(300)])('%s becomes an id', async (key) => {
    const [id = ''] = idsOf([key])
    const box = createSignalbox()
    expect(await box.configs.create({ body: { id, value: 1 } })).toMatchObject({ id })
    await box.close()
  })

  it('that would have the same id get different ones, in any order', () => {
    const keys = ['a b', 'a/b', 'a-b', 'a b ']
    const ids = idsOf(keys)
    expect(ids[2]).toBe('a-b')
    expect(new Set(ids).size).toBe(4)
    expect(idsOf(keys.toReversed()).toReversed()).toEqual(ids)
  })

  it('always become different ids', () => {
    const keys = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '/', '-', ':', 'é', '.') }))
    fc.assert(
      fc.property(keys, (list) => {
        expect(new Set(idsOf(list)).size).toBe(list.length)
      }),
    )
  })

  it('are reported if they change, and kept', () => {
    const { findings, originOf } = fitKeys(['a', 'a b'], 'other')
    expect(findings.map(({ flag, severity }) => [flag, severity])).toEqual([['a b', 'changed']])
    expect(originOf('a b')).toEqual({ importedFrom: { product: 'other', key: 'a b' } })
  })

  it('are fitted in linear time', async () => {
    const work = () => idsOf([`!${'-'.repeat(300_000)}a${'-'.repeat(300_000)}!a`, '!'.repeat(300_000)])
    expect(await costOf(work)).toBeLessThan(20)
  })

  it('have different ids below for different purposes, also if the names are the same', () => {
    const { below } = fitKeys(['a', 'a:x-2', 'a:y'], 'other')
    expect([
      below('a', 'x', [1]),
      below('a', 'x', [2]),
      below('a', 'x', [1]),
      below('a:y', 'z'),
      below('a', 'y:z'),
    ]).toEqual(['a:x', 'a:x-3', 'a:x', 'a:y:z', 'a:y:z-2'])
  })

  it('leave room for ids below', () => {
    const fitted = fitKeys(['a', 'a:variant'], 'other')
    expect([fitted.below('a', 'variant'), fitted.below('a', 'x y')]).toEqual(['a:variant-2', 'a:x-y'])
  })
})
