import type { Feature } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import type { ApiTest } from '../api-test.ts'

const on = { active: true }
const off = { active: false }

/** Trees: features nested by the segments of their ids. */
export function describeTrees(test: ApiTest): void {
  const feature = (id: string, enabled = true): Feature => ({ id, enabled, activationStrategy: 'NO_STRATEGY' })
  const share = (id: string): Feature => ({
    id,
    enabled: true,
    activationStrategy: 'PERCENTAGE',
    parameters: { percentage: 100 },
  })
  const fill = (api: SignalboxApi, ...ids: string[]) => api.features.import({ body: ids.map((id) => feature(id)) })

  describe('the tree of features', () => {
    test('nests by segment; a feature with children has active beside them', async ({ api }) => {
      await fill(api, 'a', 'a:b', 'a:b:c', 'a-b', 'd:e:f')
      await api.features.replace({ id: 'a:b', body: feature('a:b', false) })
      expect(await api.features.tree()).toEqual({
        a: { ...on, b: { ...off, c: on } },
        'a-b': on,
        d: { e: { f: on } },
      })
    })

    test('is empty without features', async ({ api }) => {
      expect(await api.features.tree()).toEqual({})
      expect(await api.features.treeWith({ body: {} })).toEqual({})
      expect(await api.features.nested()).toEqual({})
    })

    test('can be limited to a pattern, and is never paged', async ({ api }) => {
      await fill(api, ...Array.from({ length: 40 }, (_, n) => `a:${n}`), 'b')
      const tree = await api.features.tree({ pattern: 'a:*' })
      expect(Object.keys(tree)).toEqual(['a'])
      expect(Object.keys(tree.a as object)).toHaveLength(40)
      expect(await api.features.tree({ pattern: '' })).toEqual({})
      expect(await api.features.treeWith({ pattern: 'b,!a*', body: {} })).toEqual({ b: on })
    })

    test('is evaluated in the context that is given', async ({ api }) => {
      await api.features.import({ body: [share('a:b'), feature('a:c')] })
      expect(await api.features.tree()).toEqual({ a: { b: off, c: on } })
      expect(await api.features.treeWith({ body: { id: 'u' } })).toEqual({ a: { b: on, c: on } })
      expect(await api.features.treeWith({ body: {} })).toEqual({ a: { b: off, c: on } })
    })

    test('has the feature’s own active where a child has that name', async ({ api }) => {
      await fill(api, 'a', 'a:active', 'a:active:b', 'c:active')
      expect(await api.features.tree()).toEqual({ a: on, c: { active: on } })
    })

    test('treats segments named like Object members as plain data', async ({ api }) => {
      const ids = ['__proto__', '__proto__:a', 'b:__proto__:c', 'constructor:prototype', 'toString']
      await fill(api, ...ids)
      const expected = `{
        "__proto__": { "active": true, "a": { "active": true } },
        "b": { "__proto__": { "c": { "active": true } } },
        "constructor": { "prototype": { "active": true } },
        "toString": { "active": true }
      }`
      const text = JSON.stringify(JSON.parse(expected))
      expect(JSON.stringify(await api.features.tree())).toBe(text)
      expect(JSON.stringify(await api.features.treeWith({ body: {} }))).toBe(text)
      expect({}).not.toHaveProperty('active')
    })
  })

  describe('nested', () => {
    test('has whole features under value, beside their children', async ({ api }) => {
      await fill(api, 'a', 'a:b')
      expect(await api.features.nested()).toEqual({ a: { value: feature('a'), b: { value: feature('a:b') } } })
      expect(await api.features.nested({ pattern: 'a:*' })).toEqual({ a: { b: { value: feature('a:b') } } })
    })

    test('has active on request', async ({ api }) => {
      await api.features.import({ body: [feature('a'), share('b')] })
      expect(await api.features.nested({ active: true })).toEqual({
        a: { value: { ...feature('a'), ...on } },
        b: { value: { ...share('b'), ...off } },
      })
    })
  })
}
