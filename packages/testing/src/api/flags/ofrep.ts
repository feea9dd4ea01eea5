import { type Config, etagOf, type Feature } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'

const plain: Feature = { id: 'a:plain', enabled: true, activationStrategy: 'NO_STRATEGY' }
const off: Feature = { ...plain, id: 'a:off', enabled: false }
const share: Feature = {
  id: 'a:share',
  enabled: true,
  metadata: { team: 'shop', tier: 2, beta: true, owners: ['ann'], note: null },
  activationStrategy: 'PERCENTAGE',
  parameters: { percentage: 100 },
}
const isPro = { attribute: 'plan', operator: 'is', value: 'pro' } as const
const listed: Feature = {
  id: 'b:listed',
  enabled: true,
  activationStrategy: 'CUSTOMERS_LIST',
  parameters: { customers: ['ann', '7'] },
}
const scripted: Feature = {
  id: 'b:scripted',
  enabled: true,
  activationStrategy: 'GLOBAL_SCRIPT',
  parameters: { ref: 'nowhere' },
}

const split = [
  { name: 'red', weight: 1, value: '#f00' },
  { name: 'blue', weight: 1, value: '#00f' },
]
const typed: readonly Config[] = [
  { id: 'a:config', type: 'string', value: '{"a":1}', metadata: { team: 'shop', list: [1], none: null } },
  { id: 'a:limit', type: 'number', value: 1.5, rules: [{ name: 'pro', when: isPro, value: 20 }] },
  { id: 'b:colour', type: 'string', value: '#000', rules: [{ split }] },
  { id: 'b:list', type: 'array', value: [1, 'x'] },
  { id: 'b:on', type: 'boolean', value: false },
  {
    id: 'c:object',
    type: { properties: { a: { type: 'number' } } },
    value: { a: 1 },
    rules: [{ when: isPro, value: {} }],
  },
]
const untyped: Config = { id: 'a:untyped', value: 'nobody should publish this' }

const needsKey = 'The strategy needs a context with an id'
const noScript = 'The global script nowhere does not exist'

/** Features and typed configs as flags of the OpenFeature Remote Evaluation Protocol (OFREP). */
export function describeOfrep(test: ApiTest): void {
  const fill = (api: SignalboxApi) => api.features.import({ body: [share, plain, off, listed, scripted] })
  const evaluate = (api: SignalboxApi, key: string, context?: Record<string, unknown>) =>
    api.ofrep.evaluate({ key, body: context ? { context } : {} })

  describe('a flag of OFREP', () => {
    test('has the value, reason and metadata of its feature', async ({ api }) => {
      await fill(api)
      expect(await evaluate(api, 'a:plain')).toStrictEqual({
        key: 'a:plain',
        value: true,
        reason: 'STATIC',
        variant: 'on',
        metadata: { strategy: 'NO_STRATEGY' },
      })
      expect(await evaluate(api, 'a:off', { targetingKey: 'ann' })).toMatchObject({
        value: false,
        reason: 'DISABLED',
        variant: 'off',
      })
      expect(await evaluate(api, 'a:share', { targetingKey: 'ann' })).toStrictEqual({
        key: 'a:share',
        value: true,
        reason: 'SPLIT',
        variant: 'on',
        metadata: { team: 'shop', tier: 2, beta: true, strategy: 'PERCENTAGE' },
      })
    })

    test('has the variant that its feature names', async ({ api }) => {
      const openfeature = { on: { variant: 'internal', value: 1 }, off: { variant: 7 } }
      await api.features.create({ body: { ...plain, metadata: { openfeature } } })
      expect(await evaluate(api, 'a:plain')).toMatchObject({
        variant: 'internal',
        metadata: { strategy: 'NO_STRATEGY' },
      })
      await api.features.patch({ id: 'a:plain', body: [{ op: 'replace', path: '/enabled', value: false }] })
      expect(await evaluate(api, 'a:plain')).toMatchObject({ variant: 'off' })
    })

    test('uses the targeting key, or else the id', async ({ api }) => {
      await fill(api)
      const valueFor = async (context: Record<string, unknown>) => (await evaluate(api, 'b:listed', context)).value
      expect(await valueFor({ targetingKey: 'ann' })).toBe(true)
      expect(await valueFor({ targetingKey: 7 })).toBe(true)
      expect(await valueFor({ id: 'ann' })).toBe(true)
      expect(await valueFor({ targetingKey: 'bob', id: 'ann' })).toBe(false)
      expect(await valueFor({ targetingKey: 'ann', id: 'bob' })).toBe(true)
    })

    test('that cannot be decided is an OFREP error with the reason', async ({ api }) => {
      await fill(api)
      const missing = { key: 'a:share', errorCode: 'TARGETING_KEY_MISSING', errorDetails: needsKey }
      for (const context of [undefined, {}, { name: 'ann' }])
        await expect(evaluate(api, 'a:share', context)).rejects.toMatchObject({
          code: 'INVALID',
          message: needsKey,
          fieldErrors: { '/context/targetingKey': [problem('error.required')] },
          members: missing,
        })
      await expect(evaluate(api, 'a:share', { id: [1] })).rejects.toMatchObject({
        code: 'INVALID',
        members: { key: 'a:share', errorCode: 'INVALID_CONTEXT' },
      })
      await expect(evaluate(api, 'b:scripted', {})).rejects.toMatchObject({
        code: 'INVALID',
        members: { key: 'b:scripted', errorCode: 'GENERAL', errorDetails: noScript },
      })
    })

    test('that does not exist is FLAG_NOT_FOUND, for any key', async ({ api }) => {
      for (const key of ['nothing', 'a b', '__proto__', 'ü/?#%', '*'])
        await expect(evaluate(api, key)).rejects.toMatchObject({
          code: 'NOT_FOUND',
          members: { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: `flag ${key} does not exist` },
        })
    })

    test('requires no body without a context', async ({ api }) => {
      await fill(api)
      expect(await api.ofrep.evaluate({ key: 'a:plain' })).toEqual(await evaluate(api, 'a:plain'))
      await expect(api.ofrep.evaluate({ key: 'a:share' })).rejects.toMatchObject({
        members: { errorCode: 'TARGETING_KEY_MISSING' },
      })
      expect(await api.ofrep.evaluateAll()).toEqual(await api.ofrep.evaluateAll({ body: {} }))
    })

    test('is rejected with INVALID_CONTEXT in an invalid context', async ({ api }) => {
      await fill(api)
      for (const context of [null, [], 'ann', { targetingKey: {} }, { targetingKey: null }])
        await expect(api.ofrep.evaluate({ key: 'a:plain', body: { context } as never })).rejects.toMatchObject({
          code: 'INVALID',
          members: { key: 'a:plain', errorCode: 'INVALID_CONTEXT' },
        })
      await expect(api.ofrep.evaluateAll({ body: [] as never })).rejects.toMatchObject({
        members: { errorCode: 'INVALID_CONTEXT' },
      })
    })
  })

  describe('a flag of OFREP that is a typed config', () => {
    const flags = (api: SignalboxApi) => api.configs.import({ body: [...typed, untyped] })

    test('has its value of any type, with its metadata', async ({ api }) => {
      await flags(api)
      const answers = await Promise.all(typed.map(({ id }) => evaluate(api, id, { targetingKey: 'ann', plan: 'pro' })))
      expect(answers).toStrictEqual([
        { key: 'a:config', value: '{"a":1}', reason: 'STATIC', variant: 'default', metadata: { team: 'shop' } },
        { key: 'a:limit', value: 20, reason: 'TARGETING_MATCH', variant: 'pro', metadata: {} },
        { key: 'b:colour', value: expect.any(String), reason: 'SPLIT', variant: expect.any(String), metadata: {} },
        { key: 'b:list', value: [1, 'x'], reason: 'STATIC', variant: 'default', metadata: {} },
        { key: 'b:on', value: false, reason: 'STATIC', variant: 'default', metadata: {} },
        { key: 'c:object', value: {}, reason: 'TARGETING_MATCH', variant: 'rules/0', metadata: {} },
      ])
      expect(await evaluate(api, 'a:limit')).toStrictEqual({
        key: 'a:limit',
        value: 1.5,
        reason: 'DEFAULT',
        variant: 'default',
        metadata: {},
      })
    })

    test('that cannot be decided is an OFREP error', async ({ api }) => {
      await flags(api)
      const errorDetails = 'The split of the rule needs the attribute id of the context, as non-empty text or a number'
      await expect(evaluate(api, 'b:colour', { plan: 'pro' })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/context/targetingKey': [problem('error.required')] },
        members: { key: 'b:colour', errorCode: 'TARGETING_KEY_MISSING', errorDetails },
      })
    })

    test('names the attribute that its split needs', async ({ api }) => {
      const split = ['red', 'blue'].map((name) => ({ name, weight: 1, value: name }))
      const places = { company: '/context/company', '/user/team': '/context/user/team', 'a/b': '/context/a~1b' }
      for (const [by, place] of Object.entries(places)) {
        await api.configs.create({ body: { id: 'a', type: 'string', value: 'red', rules: [{ split, by }] } })
        await expect(evaluate(api, 'a')).rejects.toMatchObject({
          fieldErrors: { [place]: [problem('error.required')] },
        })
        await api.configs.delete({ id: 'a' })
      }
    })

    test('is FLAG_NOT_FOUND without a type', async ({ api }) => {
      await flags(api)
      await expect(evaluate(api, 'a:untyped')).rejects.toMatchObject({
        code: 'NOT_FOUND',
        members: { errorCode: 'FLAG_NOT_FOUND', errorDetails: 'flag a:untyped does not exist' },
      })
      await api.configs.patch({ id: 'a:untyped', body: { type: 'string' } })
      expect(await evaluate(api, 'a:untyped')).toMatchObject({ value: 'nobody should publish this' })
      await api.configs.patch({ id: 'a:untyped', body: { type: null } })
      await expect(evaluate(api, 'a:untyped')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('is among all flags in key order, without untyped configs', async ({ api }) => {
      await flags(api)
      await fill(api)
      const { flags: all } = await api.ofrep.evaluateAll({ body: { context: { plan: 'pro' } } })
      expect(all.map((flag) => [flag.key, 'value' in flag ? flag.value : flag.errorCode])).toEqual([
        ['a:config', '{"a":1}'],
        ['a:limit', 20],
        ['a:off', false],
        ['a:plain', true],
        ['a:share', 'TARGETING_KEY_MISSING'],
        ['b:colour', 'TARGETING_KEY_MISSING'],
        ['b:list', [1, 'x']],
        ['b:listed', 'TARGETING_KEY_MISSING'],
        ['b:on', false],
        ['b:scripted', 'GENERAL'],
        ['c:object', {}],
      ])
      const context = { targetingKey: 'ann', plan: 'pro' }
      const each = await Promise.all(typed.map(({ id }) => evaluate(api, id, context)))
      const together = await api.ofrep.evaluateAll({ body: { context } })
      expect(together.flags.filter(({ key }) => typed.some(({ id }) => id === key))).toEqual(each)
    })

    test('gives way to a feature with its id', async ({ api }) => {
      const isFeature = async (id: string) => {
        expect(await evaluate(api, id)).toMatchObject({ value: true, reason: 'STATIC' })
        const { flags } = await api.ofrep.evaluateAll()
        expect(flags.filter(({ key }) => key === id)).toMatchObject([{ value: true }])
      }
      await api.configs.create({ body: { id: 'a', type: 'number', value: 1 } })
      await api.features.create({ body: { ...plain, id: 'a' }, force: true })
      await api.features.create({ body: { ...plain, id: 'b' } })
      await api.configs.create({ body: { id: 'b', type: 'number', value: 1 }, force: true })
      await isFeature('a')
      await isFeature('b')
      await api.configs.patch({ id: 'b', body: { value: 2 } })
      await isFeature('b')
      await api.features.delete({ id: 'b' })
      expect(await evaluate(api, 'b')).toMatchObject({ value: 2 })
    })

    test('changes the entity tag of all flags when its value does, also by a segment', async ({ api }) => {
      await api.configs.create({
        body: { id: 'a', type: 'number', value: 1, rules: [{ when: { segment: 'staff' }, value: 2 }] },
      })
      await api.configs.create({ body: untyped })
      const tag = async () => etagOf(await api.ofrep.evaluateAll({ body: { context: { targetingKey: 'ann' } } }))
      const first = await tag()
      await api.configs.patch({ id: untyped.id, body: { value: 2 } })
      await api.segments.create({ body: { id: 'staff', included: ['bob'] } })
      expect([first, await tag()]).toEqual([expect.any(String), first])
      await api.segments.patch({ id: 'staff', body: { included: ['ann'] } })
      const second = await tag()
      await api.configs.patch({ id: 'a', body: [{ op: 'replace', path: '/rules/0/value', value: 3 }] })
      expect(new Set([first, second, await tag()]).size).toBe(3)
    })
  })

  describe('all flags of OFREP', () => {
    test('are those of all features, in key order, each with its own failure', async ({ api }) => {
      expect(await api.ofrep.evaluateAll({ body: {} })).toEqual({ flags: [] })
      await fill(api)
      const { flags } = await api.ofrep.evaluateAll({ body: { context: { other: 1 } } })
      expect(flags).toEqual([
        expect.objectContaining({ key: 'a:off', value: false, reason: 'DISABLED' }),
        expect.objectContaining({ key: 'a:plain', value: true, reason: 'STATIC' }),
        { key: 'a:share', errorCode: 'TARGETING_KEY_MISSING', errorDetails: needsKey },
        { key: 'b:listed', errorCode: 'TARGETING_KEY_MISSING', errorDetails: needsKey },
        { key: 'b:scripted', errorCode: 'GENERAL', errorDetails: noScript },
      ])
    })

    test('equal single evaluations', async ({ api }) => {
      await fill(api)
      const context = { targetingKey: 'ann' }
      const { flags } = await api.ofrep.evaluateAll({ body: { context } })
      for (const flag of flags) {
        const alone = evaluate(api, flag.key, context)
        if ('errorCode' in flag) await expect(alone).rejects.toMatchObject({ members: flag })
        else expect(await alone).toEqual(flag)
      }
    })

    test('have an entity tag of state, context and time', async ({ api, clock }) => {
      await fill(api)
      const tagFor = async (targetingKey: string) =>
        etagOf(await api.ofrep.evaluateAll({ body: { context: { targetingKey } } }))
      const before = await tagFor('ann')
      expect(before).toMatch(/^"\w{32,}"$/)
      expect(await tagFor('ann')).toBe(before)
      expect(await tagFor('bob')).not.toBe(before)
      const releaseDate = '01/01/2026 00:00:01'
      await api.features.create({
        body: { id: 'c', enabled: true, activationStrategy: 'RELEASE_DATE', parameters: { releaseDate } },
      })
      const waiting = await tagFor('ann')
      expect(waiting).not.toBe(before)
      clock.advance(1001)
      expect(await tagFor('ann')).not.toBe(waiting)
    })
  })
}
