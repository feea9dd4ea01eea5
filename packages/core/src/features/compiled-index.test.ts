import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'
import { timeZone } from '../time.ts'
import { createCompiledIndex } from './compiled-index.ts'

const settings = { clock: () => 0, zone: timeZone('UTC'), bucketing: 'murmur3' } as const
const plain = (id: string, more: object = {}) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY', ...more })
const whenActive = (id: string, feature: string) => ({
  ...plain(id, { activationStrategy: 'RULES' }),
  parameters: { rules: [{ when: { feature } }] },
})

/** An index of records that are texts, with the code that they need. */
async function indexOf(...records: readonly { readonly id: string }[]) {
  const index = createCompiledIndex(settings)
  for (const record of records) {
    const text = JSON.stringify(record)
    if (index.lacksCode('feature', text)) await index.loadCode('feature', text)
    index.set('feature', record.id, text)
  }
  return index
}

/** A box over a store whose features are these texts. */
function boxOver(texts: Readonly<Record<string, string>>) {
  const store = memoryStore()
  const reported: unknown[] = []
  const scan: Store['scan'] = async function* (collection, options) {
    if (collection !== 'features') return yield* store.scan(collection, options)
    for (const [key, text] of Object.entries(texts)) yield { key, value: undefined, text, version: '1' }
  }
  const box = createSignalbox({ store: { ...store, scan }, report: (error) => reported.push(error) })
  return { box, reported }
}

describe('a feature that is added as a text', () => {
  it('is compiled once, when it is found', async () => {
    const index = await indexOf(plain('a'), plain('b', { enabled: false }))
    const found = index.find('a')
    expect(found?.isActive({})).toBe(true)
    expect(found?.feature).toEqual(plain('a'))
    expect(index.find('a')).toBe(found)
    expect(index.find('b')?.isActive({})).toBe(false)
    expect(index.find('c')).toBeUndefined()
  })

  it('replaces what was compiled, and is removed as others are', async () => {
    const index = await indexOf(plain('a'))
    expect(index.find('a')?.isActive({})).toBe(true)
    index.set('feature', 'a', JSON.stringify(plain('a', { enabled: false })))
    expect(index.find('a')?.isActive({})).toBe(false)
    index.remove('feature', 'a')
    index.remove('feature', 'a')
    expect([index.find('a'), index.size]).toEqual([undefined, 0])
  })

  it('is found by references, however long their chain is and whatever is found first', async () => {
    const chain = Array.from({ length: 5000 }, (_, i) => whenActive(`f${i}`, `f${i + 1}`))
    const index = await indexOf(...chain, plain('f5000'))
    const isActive = (id: string, context: Context = {}) => index.find(id)?.isActive(context)
    expect(isActive('f4990')).toBe(true)
    expect(isActive('f0')).toBe(false) // more steps than an evaluation takes
    index.set('feature', 'f5000', JSON.stringify(plain('f5000', { enabled: false })))
    expect(isActive('f4990')).toBe(false)
    index.remove('feature', 'f5000')
    index.set('feature', 'f5000', JSON.stringify(plain('f5000')))
    expect(isActive('f4990')).toBe(true)
  })

  it('in a cycle of references is inactive, as in any order of writes', async () => {
    const index = await indexOf(whenActive('a', 'b'), whenActive('b', 'a'))
    expect(['a', 'b'].map((id) => index.find(id)?.isActive({}))).toEqual([false, false])
  })

  it('leaves references to a script unresolved', async () => {
    const script = { ...plain('s', { activationStrategy: 'SCRIPT' }), parameters: { type: 'javascript', script: '' } }
    const unless = { ...whenActive('a', 's'), parameters: { rules: [{ when: { not: { feature: 's' } } }] } }
    const index = await indexOf(script, unless)
    expect(index.find('a')?.isActive({})).toBe(false)
    index.set('feature', 's', JSON.stringify(plain('s', { enabled: false })))
    expect(index.find('a')?.isActive({})).toBe(true)
  })

  it('needs code only if it has rules', async () => {
    const index = createCompiledIndex(settings)
    const lacks = (record: object) => index.lacksCode('feature', JSON.stringify(record))
    const when = { attribute: 'plan', operator: 'matches', value: '^pro' }
    const matching = { ...whenActive('a', 'b'), parameters: { rules: [{ when }] } }
    expect([plain('a'), whenActive('a', 'b'), matching].map(lacks)).toEqual([false, true, true])
    await index.loadCode('feature', JSON.stringify(whenActive('a', 'b')))
    expect([plain('a'), whenActive('a', 'b'), matching].map(lacks)).toEqual([false, false, true])
    await index.loadCode('feature', JSON.stringify(matching))
    expect(lacks(matching)).toBe(false)
  })
})

describe('a config that is added as a text', () => {
  it('is compiled when it is found, with a frozen value', async () => {
    const index = createCompiledIndex(settings)
    index.set('config', 'c', '{"id":"c","value":{"list":[1]}}')
    const found = index.findConfig('c')!
    expect(found.decide({})).toEqual({ value: { list: [1] }, reason: 'STATIC' })
    expect(Object.isFrozen((found.decide({}).value as { list: unknown }).list)).toBe(true)
    expect(index.lacksCode('config', '{"id":"c","value":1,"rules":[{"value":2}]}')).toBe(true)
  })
})

describe('stored features of which some cannot be read', () => {
  const texts = {
    a: JSON.stringify(plain('a')),
    broken: '{"id":"broken"',
    later: JSON.stringify(plain('later', { activationStrategy: 'MOON_PHASE' })),
  }

  it('are loaded: the others are checked as always', async () => {
    const { box, reported } = boxOver(texts)
    await box.ready()
    expect([box.isActive('a'), reported]).toEqual([true, []])
    expect(await box.features.check({ id: 'a' })).toEqual({ active: true })
  })

  it('fail by themselves: checks throw, synchronous ones are false and reported', async () => {
    const { box, reported } = boxOver(texts)
    await box.ready()
    const sentence = expect.stringContaining('Feature later has the unknown activation strategy MOON_PHASE')
    const failure = expect.objectContaining({ code: 'INVALID', message: sentence })
    await expect(box.features.check({ id: 'later' })).rejects.toEqual(failure)
    expect([box.isActive('later'), box.isActive('broken')]).toEqual([false, false])
    expect(reported).toEqual(
      ['later', 'broken'].map((id) =>
        expect.objectContaining({ message: `Feature ${id} could not be evaluated and is treated as inactive` }),
      ),
    )
    expect(box.explain('later')).toMatchObject({ reason: 'ERROR', errorCode: 'GENERAL' })
  })
})
