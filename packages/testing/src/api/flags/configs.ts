import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'

const values: readonly unknown[] = [
  null,
  false,
  0,
  -1.5e300,
  '',
  'text',
  '{"json": [1, 2]}',
  '\u0000\u2028😀',
  [],
  [null, [{}]],
  {},
  { b: 1, a: { '': 2, 'x/y~z': 3 } },
]

/** Sets of configs, and the tree (as JSON text) that each set produces. */
const trees: readonly (readonly [what: string, configs: Record<string, unknown>, tree: string])[] = [
  ['nothing', {}, '{}'],
  ['values at their places', { 'a:b': 1, 'a:c': [2], d: null }, '{"a":{"b":1,"c":[2]},"d":null}'],
  ['texts that hold objects and arrays', { a: '{"b": {"c": 1}}', d: ' [1, 2] ' }, '{"a":{"b":{"c":1}},"d":[1,2]}'],
  [
    'other texts as they are',
    { a: '1', b: 'null', c: '"x"', d: '{x', e: '' },
    '{"a":"1","b":"null","c":"\\"x\\"","d":"{x","e":""}',
  ],
  ['texts inside values as they are', { a: { b: '{"c": 1}' } }, '{"a":{"b":"{\\"c\\": 1}"}}'],
  ['an object and what is below it', { a: { x: 1, b: 2 }, 'a:c': 3 }, '{"a":{"x":1,"b":2,"c":3}}'],
  ['an expanded text and what is below it', { a: '{"x": 1}', 'a:c': 3 }, '{"a":{"x":1,"c":3}}'],
  [
    'objects merged all the way down',
    { a: { b: { x: 1, y: 1 } }, 'a:b': { y: 2, z: 2 } },
    '{"a":{"b":{"x":1,"y":2,"z":2}}}',
  ],
  ['the longer id at its place', { a: { b: { x: 1 } }, 'a:b': 2 }, '{"a":{"b":2}}'],
  ['the longer id over a scalar', { a: 1, 'a:b': 2 }, '{"a":{"b":2}}'],
  ['the longer id over an array', { a: [1], 'a:b:c': 2 }, '{"a":{"b":{"c":2}}}'],
  ['the longer id over a scalar inside', { a: { b: 5, c: 6 }, 'a:b:d': 1 }, '{"a":{"b":{"d":1},"c":6}}'],
  [
    'segments named like members of all objects',
    { '__proto__:a': 1, 'b:__proto__': { c: 2 }, 'constructor:prototype:x': 3 },
    '{"__proto__":{"a":1},"b":{"__proto__":{"c":2}},"constructor":{"prototype":{"x":3}}}',
  ],
]

/** What configs have in addition to other records. */
export function describeConfigs(test: ApiTest): void {
  const fill = (api: SignalboxApi, configs: Record<string, unknown>) =>
    api.configs.import({ body: Object.entries(configs).map(([id, value]) => ({ id, value })) })

  describe('a config', () => {
    test.for<[unknown, string]>([
      ['\ud83d', '/value'],
      [{ a: [1, 'half \udc00 of it'] }, '/value/a/1'],
      [{ 'x/\ud83d': 1 }, '/value/x~1\ufffd'],
    ])('rejects the value %j, which is not valid Unicode, with its place', async ([value, pointer], { api }) => {
      const refused = { code: 'INVALID', fieldErrors: { [pointer]: [problem('error.unicode')] } }
      await expect(api.configs.create({ body: { id: 'a', value } })).rejects.toMatchObject(refused)
      const { success, errors } = await api.configs.import({ body: [{ id: 'a', value }] })
      expect([success, Object.keys(errors.fieldErrors)]).toEqual([0, [`/1${pointer}`]])
      await api.configs.create({ body: { id: 'a', value: 1 } })
      const change = [{ op: 'replace' as const, path: '/value', value }]
      await expect(api.configs.patch({ id: 'a', body: change })).rejects.toMatchObject(refused)
    })

    test.for(values)('keeps the value %j exactly', async (value, { api }) => {
      const created = await api.configs.create({ body: { id: 'a', value } })
      expect(JSON.stringify(created)).toBe(JSON.stringify({ id: 'a', value }))
      expect(JSON.stringify(await api.configs.get({ id: 'a' }))).toBe(JSON.stringify(created))
    })

    test('must have a value', async ({ api }) => {
      await expect(api.configs.create({ body: { id: 'a' } as never })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/value': [problem('error.required')] },
      })
    })

    test('may have a description, tags and metadata', async ({ api }) => {
      const config = { id: 'a', description: 'text', tags: ['t'], metadata: { owner: 'ann' }, value: 1 }
      expect(await api.configs.create({ body: config })).toStrictEqual(config)
    })

    test('has its whole value replaced by a merge patch, even by null', async ({ api }) => {
      await api.configs.create({ body: { id: 'a', description: 'x', value: { kept: 1, list: [1] } } })
      const patched = { id: 'a', description: 'x', value: { other: null } }
      expect(await api.configs.patch({ id: 'a', body: { value: { other: null } } })).toEqual(patched)
      expect(await api.configs.patch({ id: 'a', body: { description: null, value: null } })).toEqual({
        id: 'a',
        value: null,
      })
    })

    test('can be patched deep inside its value, and as a whole', async ({ api }) => {
      await api.configs.create({ body: { id: 'a', value: { list: [{ n: 1 }] } } })
      await api.configs.patch({ id: 'a', body: [{ op: 'replace', path: 'value/list/0/n', value: 2 }] })
      expect(await api.configs.get({ id: 'a' })).toEqual({ id: 'a', value: { list: [{ n: 2 }] } })
      await api.configs.patch({ id: 'a', body: [{ op: 'replace', path: '/value', value: null }] })
      expect(await api.configs.get({ id: 'a' })).toEqual({ id: 'a', value: null })
    })
  })

  describe('the tree of configs has', () => {
    test.for(trees)('%s', async ([, configs, expected], { api }) => {
      await fill(api, configs)
      // Member order is not part of a tree: a streamed tree writes longer ids before the ids of the value around them.
      expect(await api.configs.tree()).toEqual(JSON.parse(expected))
      expect({}).not.toHaveProperty('a')
    })

    test('the records of a pattern', async ({ api }) => {
      await fill(api, { a: { x: 1 }, 'a:b': 2, 'c:b': 3 })
      expect(await api.configs.tree({ pattern: '*:b' })).toEqual({ a: { b: 2 }, c: { b: 3 } })
      expect(await api.configs.tree({ pattern: '' })).toEqual({})
    })

    test('no effect on what is stored', async ({ api }) => {
      await fill(api, { a: { b: { x: 1 } }, 'a:b': { y: 2 } })
      await api.configs.tree()
      expect(await api.configs.get({ id: 'a' })).toEqual({ id: 'a', value: { b: { x: 1 } } })
      expect(await api.configs.tree()).toEqual(await api.configs.tree())
    })
  })
}
