import { describe, expect, it } from 'vitest'
import { createFlags } from '../entries/flags.ts'
import { createSignalbox, memoryStore } from '../index.ts'

const isPro = { attribute: 'plan', operator: 'is', value: 'pro' } as const
const limits = {
  id: 'shop:limits',
  value: { items: 20 },
  rules: [{ name: 'pro', when: isPro, value: { items: 100 } }],
}

describe.each([
  ['a box', createSignalbox],
  ['flags', createFlags],
])('the configs of %s', (_, create) => {
  it('have a value in each context, synchronously, and why', async () => {
    const box = create()
    await box.configs.create({ body: limits })
    expect([box.value('shop:limits', { plan: 'pro' }), box.value('shop:limits')]).toEqual([
      { items: 100 },
      { items: 20 },
    ])
    expect(box.evaluate('shop:limits', { plan: 'pro' })).toEqual({
      id: 'shop:limits',
      value: { items: 100 },
      reason: 'TARGETING_MATCH',
      rule: { index: 0, name: 'pro' },
      variant: 'pro',
    })
    expect(box.evaluate('shop:limits')).toEqual({ id: 'shop:limits', value: { items: 20 }, reason: 'DEFAULT' })
  })

  it('are frozen, and independent of the stored record', async () => {
    const stored = { id: 'a', value: { list: [1] }, rules: [{ when: isPro, value: { deep: { list: [1] } } }] }
    const text = {
      id: 'b',
      value: '{"list":[1]}',
      rules: [{ when: isPro, split: [{ name: 's', weight: 1, value: '[[1]]' }] }],
    }
    const box = create()
    for (const body of [stored, text]) await box.configs.create({ body })
    for (const id of ['a', 'b'])
      for (const context of [{}, { plan: 'pro' }]) {
        const value = box.value(id, context)
        expect(value).toSatisfy(isFrozen)
        expect(box.evaluate(id, context)?.value).toBe(value)
        const { value: own } = await box.configs.evaluate({ id, body: context })
        expect(own).toEqual(value)
        expect(own).not.toSatisfy(Object.isFrozen)
      }
    const record = await box.configs.get({ id: 'a' })
    Object.assign(record.value as object, { list: 'changed' })
    expect(box.value('a')).toEqual({ list: [1] })
  })

  it('are the same to the operation', async () => {
    const box = create()
    await box.configs.create({ body: limits })
    for (const body of [{ plan: 'pro' }, {}])
      expect(box.evaluate('shop:limits', body)).toEqual(await box.configs.evaluate({ id: 'shop:limits', body }))
  })

  it.each(['nothing', '__proto__', 'constructor', 'toString', ''])(
    'are undefined for the unknown id %j',
    async (id) => {
      const box = create()
      await box.ready()
      expect([box.value(id, { id: 'ann' }), box.evaluate(id)]).toEqual([undefined, undefined])
    },
  )

  it('have a default while they are unknown', async () => {
    const box = create()
    const limit = () => box.value('shop:limit', { plan: 'pro' }, { default: 3 })
    expect(limit()).toBe(3)
    await box.configs.create({ body: { id: 'shop:limit', value: null, rules: [{ when: isPro, value: 0 }] } })
    expect(limit()).toBe(0)
    expect(box.value('shop:limit', {}, { default: 3 })).toBe(null)
  })

  it('are those of its store without waiting, if it is in memory', async () => {
    const store = memoryStore()
    await createSignalbox({ store }).configs.create({ body: { id: 'a', value: 1 } })
    expect(create({ store }).value('a')).toBe(1)
    expect(create({ store }).evaluate('a')).toEqual({ id: 'a', value: 1, reason: 'STATIC' })
  })
})

describe('an evaluation', () => {
  const cause = new Error('The session is over')
  const context = {
    get id(): string {
      throw cause
    },
  }

  it('needs no context', async () => {
    const box = createSignalbox()
    await box.configs.create({ body: limits })
    await box.segments.create({ body: { id: 'pro', when: isPro } })
    const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' as const }
    await box.features.create({ body: feature })
    const evaluation = { id: 'shop:limits', value: { items: 20 }, reason: 'DEFAULT' }
    expect(await box.configs.evaluate({ id: 'shop:limits' })).toEqual(evaluation)
    expect(await box.configs.evaluateAll({})).toEqual({ results: [evaluation] })
    expect(await box.features.checkWith({ id: 'a' })).toEqual({ active: true })
    expect((await box.features.checkMany({})).results).toMatchObject([{ active: true }])
    expect(await box.features.treeWith({})).toEqual({ a: { active: true } })
    expect(await box.segments.test({ id: 'pro' })).toMatchObject({ in: false })
  })

  it('does not throw if the context does: the error is reported', async () => {
    const reported: unknown[] = []
    const box = createSignalbox({ report: (error) => reported.push(error) })
    const parameters = { percentage: 50 }
    const split = ['a', 'b'].map((name) => ({ name, weight: 1, value: name }))
    await box.features.create({ body: { id: 'half', enabled: true, activationStrategy: 'PERCENTAGE', parameters } })
    await box.configs.create({ body: { id: 'button', value: '[1]', rules: [{ split }] } })
    expect(box.isActive('half', context)).toBe(false)
    expect(box.explain('half', context)).toMatchObject({ reason: 'ERROR', errorCode: 'GENERAL' })
    expect(box.value('button', context)).toEqual([1])
    expect(box.evaluate('button', context)).toEqual({ id: 'button', value: [1], reason: 'ERROR' })
    expect(reported).toEqual(Array(4).fill(expect.objectContaining({ cause })))
  })
})

const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
