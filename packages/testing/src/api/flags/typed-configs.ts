import type { Config, ConfigRule } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'
import { leniently } from '../documented.ts'

/** Configs with a type: what their values must be, and the features of the same id. */
export function describeTypedConfigs(test: ApiTest): void {
  describe('a typed config', () => {
    const colour = { type: 'string', pattern: '^#[0-9a-f]{6}$' }
    const style = { type: 'object', properties: { colour }, required: ['colour'], additionalProperties: false }
    const arms = (value: unknown) => ({ split: [{ name: 'a', weight: 1, value }] })
    const valid = { colour: '#00ff00' }

    test.for<[type: Config['type'], value: unknown, others: readonly ConfigRule[]]>([
      ['boolean', false, [{ value: true }]],
      ['string', '{"a":1}', [arms('')]],
      ['number', 1.5, [{ value: 0 }]],
      ['object', {}, [{ value: { a: 1 } }]],
      ['array', [], [arms([1])]],
      [style, valid, [{ value: valid }, arms(valid)]],
      [{}, null, [{ value: 1 }]],
    ])('of the type %j keeps its values as they are', async ([type, value, rules], { api }) => {
      const body = { id: 'a', value, ...(type !== undefined && { type }), rules }
      expect(await api.configs.create({ body })).toEqual(body)
      expect(await api.configs.get({ id: 'a' })).toEqual(body)
      const decided = rules[0] as { value?: unknown; split?: readonly { value: unknown }[] }
      expect(await api.configs.evaluate({ id: 'a', body: {} })).toMatchObject({
        value: decided.split ? decided.split[0]?.value : decided.value,
      })
    })

    test.for<[members: object, problems: Record<string, string>]>([
      [{ type: 'number', value: '1' }, { '/value': 'error.type' }],
      [{ type: 'object', value: '{"a":1}' }, { '/value': 'error.type' }],
      [{ type: 'object', value: null }, { '/value': 'error.type' }],
      [
        { type: 'string', value: '', rules: [{ value: 'a' }, { value: 1 }, arms([])] },
        { '/rules/1/value': 'error.type', '/rules/2/split/0/value': 'error.type' },
      ],
      [{ type: style, value: {} }, { '/value/colour': 'error.required' }],
      [
        { type: style, value: valid, rules: [{ value: { colour: 'red' } }, arms({ ...valid, size: 1 })] },
        { '/rules/0/value/colour': 'error.pattern', '/rules/1/split/0/value/size': 'error.unknown.field' },
      ],
      [{ type: { typ: 'string' }, value: 'a' }, { '/type/typ': 'error.schema.keyword' }],
      [{ type: { pattern: '(' }, value: 'a' }, { '/type/pattern': 'error.pattern.invalid' }],
      [{ type: { $ref: '#' }, value: 'a' }, { '/type': 'error.schema.cycle' }],
      [{ type: 'text', value: 'a' }, { '/type': 'error.enum' }],
    ])('like %j is rejected by the place of each problem', async ([members, problems], { api }) => {
      const body = leniently({ id: 'a', ...members } as Config)
      const fieldErrors = Object.fromEntries(
        Object.entries(problems).map(([place, message]) => [
          place,
          expect.arrayContaining([expect.objectContaining({ message })]),
        ]),
      )
      const refused = { code: 'INVALID', fieldErrors }
      await expect(api.configs.create({ body })).rejects.toMatchObject(refused)
      await api.configs.create({ body: { id: 'a', value: 'default' } })
      await expect(api.configs.replace({ id: 'a', body })).rejects.toMatchObject(refused)
      await expect(api.configs.patch({ id: 'a', body: leniently(members) })).rejects.toMatchObject(refused)
      const { success, errors } = await api.configs.import({ body: [{ ...body, id: 'b' }] })
      expect([success, Object.keys(errors.fieldErrors)]).toEqual([
        0,
        Object.keys(problems).map((place) => `/1${place}`),
      ])
      expect(await api.configs.get({ id: 'a' })).toMatchObject({ value: 'default' })
    })

    test('may lose its type, and then have any value', async ({ api }) => {
      await api.configs.create({ body: { id: 'a', type: 'number', value: 1 } })
      expect(await api.configs.patch({ id: 'a', body: { type: null, value: 'x' } })).toEqual({ id: 'a', value: 'x' })
    })
  })

  describe('a feature and a typed config with one id', () => {
    const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' as const })
    const typed = (id: string) => ({ id, value: 1, type: 'number' as const })
    const sentence = /^The id \S+ is taken by the (feature|typed config) \S+, .*force=true/
    const taken = (by: string, id: string) => ({
      code: 'CONFLICT',
      errors: [problem('error.flag.exists', by, id)],
      message: expect.stringMatching(sentence),
    })
    const line = (number: string) => [
      { message: 'error.line.invalid', args: [number, expect.stringMatching(sentence)] },
    ]

    test('are rejected, whichever comes second, and however it comes', async ({ api }) => {
      await api.configs.import({ body: [typed('c'), { id: 'plain', value: 1 }] })
      await api.features.import({ body: [feature('f'), feature('plain')] })
      const byFeature = (id: string) => taken('feature', id)
      await expect(api.configs.create({ body: typed('f') })).rejects.toMatchObject(byFeature('f'))
      await expect(api.configs.replace({ id: 'c', body: typed('f') })).rejects.toMatchObject(byFeature('f'))
      await expect(api.configs.patch({ id: 'plain', body: { type: 'number' } })).rejects.toMatchObject(
        byFeature('plain'),
      )
      const configs = await api.configs.import({ body: [typed('f'), typed('g')] })
      expect([configs.success, configs.errors.errors]).toEqual([1, line('1')])
      const byConfig = taken('config', 'c')
      await expect(api.features.create({ body: feature('c') })).rejects.toMatchObject(byConfig)
      await expect(api.features.replace({ id: 'f', body: feature('c') })).rejects.toMatchObject(byConfig)
      await expect(api.features.copy({ body: { from: 'f', to: 'c', default: true } })).rejects.toMatchObject(byConfig)
      const features = await api.features.import({ body: [feature('c'), feature('d')] })
      expect([features.success, features.errors.errors]).toEqual([1, line('1')])
    })

    test('are possible with force', async ({ api }) => {
      await api.configs.import({ body: ['a', 'b', 'c'].map(typed) })
      await api.features.create({ body: feature('a'), force: true })
      await api.features.import({ body: [feature('b')], force: true })
      await api.features.create({ body: feature('x') })
      await api.features.replace({ id: 'x', body: feature('c'), force: true })
      await api.features.import({ body: ['d', 'e', 'f'].map(feature) })
      await api.configs.create({ body: typed('d'), force: true })
      await api.configs.import({ body: [typed('e')], force: true })
      await api.configs.create({ body: { id: 'f', value: 1 } })
      await api.configs.patch({ id: 'f', body: { type: 'number' }, force: true })
      await api.configs.patch({ id: 'f', body: { value: 2 } })
      await api.features.patch({ id: 'f', body: { enabled: false } })
      expect(await api.configs.count()).toEqual({ count: 6 })
      expect(await api.features.count()).toEqual({ count: 6 })
    })

    test('are possible as long as the config has no type', async ({ api }) => {
      await api.configs.import({ body: [typed('first'), { id: 'a', value: 1 }] })
      await api.features.create({ body: feature('a') })
      await api.configs.replace({ id: 'a', body: { id: 'a', value: 2 } })
      expect(await api.configs.get({ id: 'a' })).toEqual({ id: 'a', value: 2 })
    })
  })
}
