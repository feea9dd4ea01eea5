import { describe, expect, it } from 'vitest'
import type { Context } from '../conditions/context.ts'
import { timeZone } from '../machine/time/time.ts'
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
