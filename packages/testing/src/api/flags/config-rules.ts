import type { ConfigRule } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { leniently } from '../documented.ts'

const inFrance = { attribute: 'country', operator: 'is', value: 'FR' } as const
const staff = { segment: 'staff' } as const
const split = (...weights: readonly number[]) => ({
  split: weights.map((weight, i) => ({ name: `arm ${i}`, weight, value: i })),
})

/** Rules and splits of configs, and their evaluation. */
export function describeConfigRules(test: ApiTest): void {
  const create = (api: SignalboxApi, id: string, rules: readonly ConfigRule[] = [], value: unknown = 'default') =>
    api.configs.create({ body: { id, value, rules } })
  const valueIn = async (api: SignalboxApi, id: string, body: Record<string, unknown> = {}) =>
    (await api.configs.evaluate({ id, body })).value

  describe('the value of a config', () => {
    test('is that of the first rule that is true, with the reason', async ({ api }) => {
      await create(api, 'a', [{ name: 'France', when: inFrance, value: { limit: 3 } }, split(0, 2)])
      const answers = [{ country: 'FR' }, {}].map((body) => api.configs.evaluate({ id: 'a', body }))
      expect(await Promise.all(answers)).toEqual([
        {
          id: 'a',
          value: { limit: 3 },
          reason: 'TARGETING_MATCH',
          rule: { index: 0, name: 'France' },
          variant: 'France',
        },
        { id: 'a', value: 1, reason: 'TARGETING_MATCH', rule: { index: 1 }, variant: 'arm 1' },
      ])
    })

    test('is its own without a true rule; plain reads and trees always show that', async ({ api }) => {
      await create(api, 'a', [{ when: inFrance, value: null }], '{"json":[1]}')
      await create(api, 'b')
      expect(await api.configs.evaluate({ id: 'a', body: {} })).toEqual({
        id: 'a',
        value: { json: [1] },
        reason: 'DEFAULT',
      })
      expect(await api.configs.evaluate({ id: 'a', body: { country: 'FR' } })).toMatchObject({ value: null })
      expect(await api.configs.evaluate({ id: 'b', body: {} })).toEqual({ id: 'b', value: 'default', reason: 'STATIC' })
      expect(await api.configs.tree()).toEqual({ a: { json: [1] }, b: 'default' })
      expect((await api.configs.get({ id: 'a' })).value).toBe('{"json":[1]}')
    })

    test('of a split without a key is that of the config, with an error', async ({ api }) => {
      await create(api, 'a', [split(1, 1)])
      expect(await api.configs.evaluate({ id: 'a', body: { plan: 'pro' } })).toEqual({
        id: 'a',
        value: 'default',
        reason: 'ERROR',
        errorCode: 'TARGETING_KEY_MISSING',
        message: 'The split of the rule needs the attribute id of the context, as non-empty text or a number',
        rule: { index: 0 },
      })
      expect(await api.configs.evaluate({ id: 'a', body: { id: 'ann' } })).toMatchObject({ reason: 'SPLIT' })
    })

    test('of an unknown config is NOT_FOUND', async ({ api }) => {
      await expect(api.configs.evaluate({ id: 'nothing', body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('follows segments and features when their writes resolve', async ({ api }) => {
      await create(api, 'a', [
        { when: staff, value: 'staff' },
        { when: { feature: 'beta' }, value: 'beta' },
      ])
      expect(await valueIn(api, 'a', { id: 'ann' })).toBe('default')
      await api.features.create({ body: { id: 'beta', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      expect(await valueIn(api, 'a', { id: 'ann' })).toBe('beta')
      await api.segments.create({ body: { id: 'staff', included: ['ann'] } })
      expect([await valueIn(api, 'a', { id: 'ann' }), await valueIn(api, 'a', { id: 'bob' })]).toEqual([
        'staff',
        'beta',
      ])
      await api.segments.patch({ id: 'staff', body: { included: ['bob'] } })
      expect([await valueIn(api, 'a', { id: 'ann' }), await valueIn(api, 'a', { id: 'bob' })]).toEqual([
        'beta',
        'staff',
      ])
    })

    test('follows writes of the config when they resolve', async ({ api }) => {
      await create(api, 'a', [{ when: inFrance, value: 1 }])
      const inContext = () => valueIn(api, 'a', { country: 'FR' })
      await api.configs.patch({ id: 'a', body: [{ op: 'replace', path: '/rules/0/value', value: 2 }] })
      expect(await inContext()).toBe(2)
      await api.configs.patch({ id: 'a', body: { rules: null } })
      expect(await inContext()).toBe('default')
      await api.configs.import({ body: [{ id: 'a', value: 3, rules: [{ value: 4 }] }], strategy: 'Replace' })
      expect(await inContext()).toBe(4)
      await api.configs.replace({ id: 'a', body: { id: 'b', value: 5 } })
      expect(await valueIn(api, 'b')).toBe(5)
      await expect(inContext()).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await api.configs.delete({ id: 'b' })
      await expect(valueIn(api, 'b')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('the values of configs', () => {
    test('are sorted by id, and limited by a pattern', async ({ api }) => {
      for (const id of ['b', 'a:c', 'a', 'a:b', '__proto__']) await create(api, id, [{ when: inFrance, value: id }])
      const body = { country: 'FR' }
      const { results } = await api.configs.evaluateAll({ body })
      expect(results.map(({ id, value }) => [id, value])).toEqual(
        ['__proto__', 'a', 'a:b', 'a:c', 'b'].map((id) => [id, id]),
      )
      const below = await api.configs.evaluateAll({ body, pattern: 'a:*' })
      expect(below.results.map(({ id }) => id)).toEqual(['a:b', 'a:c'])
      expect(await api.configs.evaluateAll({ body, pattern: '' })).toEqual({ results: [] })
    })

    test('are the same as of each alone', async ({ api }) => {
      await create(api, 'split', [split(1, 2, 3)])
      await create(api, 'plain', [], '[1]')
      for (const body of [{ id: 'ann' }, { id: 7 }, {}]) {
        const each = ['plain', 'split'].map((id) => api.configs.evaluate({ id, body }))
        expect(await api.configs.evaluateAll({ body })).toEqual({ results: await Promise.all(each) })
      }
    })
  })

  describe('a rule of a config', () => {
    test.for<[unknown, string, string]>([
      [{}, '/rules/0', 'error.required.any'],
      [{ value: 1, ...split(1) }, '/rules/0', 'error.required.one'],
      [{ value: 1, by: 'id' }, '/rules/0/by', 'error.only.with'],
      [{ value: 1, percentage: 5 }, '/rules/0/percentage', 'error.unknown.field'],
      [{ split: [] }, '/rules/0/split', 'error.items.minimum'],
      [split(0, 0), '/rules/0/split', 'error.weights.sum'],
      [{ ...split(1, 0.5), hash: 'unleash' }, '/rules/0/split/1/weight', 'error.weight.whole'],
      [{ ...split(0, 0), hash: 'unleash' }, '/rules/0/split', 'error.weights.sum'],
      [split(2, -1), '/rules/0/split/1/weight', 'error.minimum'],
      [{ split: [...split(1).split, ...split(1).split] }, '/rules/0/split/1/name', 'error.unique'],
      [{ ...split(1), hash: 'md5' }, '/rules/0/hash', 'error.enum'],
      [{ value: 1, when: { attribute: 'a', operator: 'isnt', value: 1 } }, '/rules/0/when/operator', 'error.enum'],
      [{ value: 1, when: { any: [{ time: {} }] } }, '/rules/0/when/any/0/time', 'error.required.any'],
    ])('like %j is rejected by its place', async ([rule, place, message], { api }) => {
      const refused = { code: 'INVALID', fieldErrors: { [place]: [expect.objectContaining({ message })] } }
      const body = leniently({ id: 'a', value: 1, rules: [rule as ConfigRule] })
      await expect(api.configs.create({ body })).rejects.toMatchObject(refused)
      await create(api, 'a')
      await expect(api.configs.replace({ id: 'a', body })).rejects.toMatchObject(refused)
      await expect(api.configs.patch({ id: 'a', body: leniently({ rules: body.rules }) })).rejects.toMatchObject(
        refused,
      )
      const { success, errors } = await api.configs.import({ body: [{ ...body, id: 'b' }] })
      expect([success, Object.keys(errors.fieldErrors)]).toEqual([0, [`/1${place}`]])
    })
  })

  describe('what the rules of configs refer to', () => {
    test('is kept from being deleted or renamed, unless by force', async ({ api }) => {
      await api.segments.create({ body: { id: 'staff', included: ['ann'] } })
      await api.features.create({ body: { id: 'beta', enabled: true, activationStrategy: 'NO_STRATEGY' } })
      await api.configs.import({
        body: [{ id: 'a', value: 1, rules: [{ when: { all: [staff, { feature: 'beta' }] }, value: 2 }] }],
      })
      const inUse = { code: 'CONFLICT', errors: [problem('error.reference.used', 'config a')] }
      await expect(api.segments.delete({ id: 'staff' })).rejects.toMatchObject(inUse)
      await expect(api.segments.deleteMany({ pattern: '*' })).rejects.toMatchObject(inUse)
      await expect(api.segments.replace({ id: 'staff', body: { id: 'crew' } })).rejects.toMatchObject(inUse)
      await expect(api.features.delete({ id: 'beta' })).rejects.toMatchObject(inUse)
      expect(await valueIn(api, 'a', { id: 'ann' })).toBe(2)
      await api.segments.delete({ id: 'staff', force: true })
      expect(await valueIn(api, 'a', { id: 'ann' })).toBe(1)
      expect(await api.lint()).toEqual({
        unresolved: [{ from: { kind: 'config', id: 'a' }, to: { kind: 'segment', id: 'staff' } }],
        count: 1,
      })
    })

    test('is free again when the config is patched, renamed or deleted', async ({ api }) => {
      const rules = [{ when: staff, value: 2 }]
      await api.segments.create({ body: { id: 'staff' } })
      for (const id of ['a', 'b', 'c']) await create(api, id, rules)
      await api.configs.patch({ id: 'a', body: { rules: [] } })
      await api.configs.replace({ id: 'b', body: { id: 'd', value: 1, rules } })
      await api.configs.delete({ id: 'c' })
      await expect(api.segments.delete({ id: 'staff' })).rejects.toMatchObject({
        errors: [problem('error.reference.used', 'config d')],
      })
      expect(await api.configs.deleteMany({ pattern: 'd' })).toEqual({ count: 1 })
      await api.segments.delete({ id: 'staff' })
    })

    test('may not exist yet', async ({ api }) => {
      const rule = { when: { not: staff }, value: 2 }
      await create(api, 'a', [rule])
      expect(await valueIn(api, 'a', { id: 'ann' })).toBe('default')
      expect(await api.lint()).toMatchObject({ count: 1 })
      await api.segments.create({ body: { id: 'staff', included: ['bob'] } })
      expect(await valueIn(api, 'a', { id: 'ann' })).toBe(2)
      expect(await api.lint()).toEqual({ unresolved: [], count: 0 })
    })

    test('may not be a feature that only a script decides', async ({ api }) => {
      const parameters = { type: 'javascript' as const, script: 'function enabled() {}' }
      await api.features.create({ body: { id: 's', enabled: true, activationStrategy: 'SCRIPT', parameters } })
      await expect(create(api, 'a', [{ when: { feature: 's' }, value: 2 }])).rejects.toMatchObject({
        fieldErrors: { '/rules/0/when': [problem('error.reference.script', 's')] },
      })
    })
  })

  test('events of configs have their rules and type', async ({ api }) => {
    const body = { id: 'a', value: 1, type: 'number' as const, rules: [{ when: inFrance, value: 2 }] }
    const changes = await emitted(api, async () => {
      await api.configs.create({ body })
      await api.configs.patch({ id: 'a', body: { value: 3 } })
    })
    expect(changes.map(({ type, payload }) => [type, payload])).toEqual([
      ['CONFIG_CREATED', body],
      ['CONFIG_UPDATED', { ...body, value: 3 }],
    ])
  })
}
