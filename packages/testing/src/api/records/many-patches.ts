import { describe, expect } from 'vitest'
import { type ApiTest, emitted } from '../api-test.ts'
import { leniently } from '../documented.ts'

type Api = Parameters<typeof emitted>[0]

const feature = (id: string, enabled = true) => ({ id, enabled, activationStrategy: 'NO_STRATEGY' }) as const
const off = [{ op: 'replace', path: '/enabled', value: false } as const]
const stored = async ({ features }: Api) => (await features.list({ pageSize: 1000 })).results

/** Patching many features at once. */
export function describeManyPatches(test: ApiTest): void {
  describe('patchMany', () => {
    const fill = ({ features }: Api, ids: readonly string[] = ['a:x', 'a:y', 'b']) =>
      features.import({ body: ids.map((id) => feature(id)) })

    test('patches the features that match a pattern', async ({ api }) => {
      await fill(api)
      await api.features.patch({ id: 'a:y', body: off })
      const result = await api.features.patchMany({ body: { pattern: 'a:*', patch: off } })
      expect(result).toEqual({
        ...{ changed: 1, unchanged: 1, failed: 0, failures: [] },
        events: { first: expect.any(Number), last: expect.any(Number) },
      })
      expect(await stored(api)).toEqual([feature('a:x', false), feature('a:y', false), feature('b')])
    })

    test('patches the features with these ids, each once, and reports unknown ids', async ({ api }) => {
      await fill(api)
      const ids = ['b', 'none', 'a:x', 'b']
      const result = await api.features.patchMany({ body: { ids, patch: { description: 'New' } } })
      expect(result).toMatchObject({ changed: 2, unchanged: 0, failed: 1 })
      expect(result.failures).toMatchObject([
        { id: 'none', code: 'NOT_FOUND', detail: expect.stringContaining('none') },
      ])
      expect((await stored(api)).map(({ description }) => description)).toEqual(['New', undefined, 'New'])
    })

    test('emits the events of single patches, with the old values', async ({ api }) => {
      await fill(api)
      let range: { first: number; last: number } | undefined
      const events = await emitted(api, async () => {
        range = (await api.features.patchMany({ body: { ids: ['a:x', 'b'], patch: off } })).events
      })
      expect(events.map(({ _id, type, key, oldValue }) => ({ _id, type, key, oldValue }))).toEqual([
        { _id: range?.first, type: 'FEATURE_UPDATED', key: 'a:x', oldValue: feature('a:x') },
        { _id: range?.last, type: 'FEATURE_UPDATED', key: 'b', oldValue: feature('b') },
      ])
    })

    test('with dryRun counts and shows examples, and writes nothing', async ({ api }) => {
      await fill(api)
      const events = await emitted(api, async () => {
        const body = { pattern: '*', patch: off, dryRun: true, examples: 2 }
        expect(await api.features.patchMany({ body })).toEqual({
          ...{ changed: 3, unchanged: 0, failed: 0, failures: [] },
          examples: ['a:x', 'a:y'].map((id) => ({ before: feature(id), after: feature(id, false) })),
        })
      })
      expect(events).toEqual([])
      expect(await stored(api)).toEqual(['a:x', 'a:y', 'b'].map((id) => feature(id)))
    })

    test('reports features that cannot be patched, and patches the others', async ({ api }) => {
      await fill(api)
      await api.features.patch({ id: 'a:x', body: { metadata: { owner: 'ann' } } })
      const patch = [
        { op: 'test', path: '/metadata/owner', value: 'ann' } as const,
        { op: 'add', path: '/tags', value: ['ann'] } as const,
      ]
      const result = await api.features.patchMany({ body: { pattern: '*', patch } })
      expect(result).toMatchObject({ changed: 1, unchanged: 0, failed: 2 })
      expect(result.failures.map(({ id }) => id)).toEqual(['a:y', 'b'])
      expect((await stored(api)).map(({ tags }) => tags)).toEqual([['ann'], undefined, undefined])
    })

    test.for([
      ['an invalid value', { enabled: 'no' }, '/enabled'],
      ['a missing parameter', { activationStrategy: 'PERCENTAGE' }, '/parameters'],
    ] as const)('validates as a single patch does: %s', async ([_, patch, field], { api }) => {
      await fill(api)
      const result = await api.features.patchMany({ body: { ids: ['b'], patch: patch as never } })
      const single = await api.features.patch({ id: 'b', body: patch as never }).catch((error) => error)
      const { code, message, fieldErrors } = single
      expect(Object.keys(fieldErrors)).toContain(field)
      expect(result.failures).toMatchObject([{ id: 'b', code, detail: message, fieldErrors }])
    })

    test('does not rename', async ({ api }) => {
      await fill(api)
      const result = await api.features.patchMany({ body: { pattern: '*', patch: { id: 'c' } } })
      expect(result).toMatchObject({ changed: 0, failed: 3, failures: [{ code: 'INVALID' }, {}, {}] })
    })

    test('patches more features than one commit has', async ({ api }) => {
      const ids = Array.from({ length: 1100 }, (_, i) => `a:${1000 + i}`)
      await fill(api, [...ids, 'b'])
      const result = await api.features.patchMany({ body: { pattern: 'a:*', patch: off } })
      expect(result).toMatchObject({ changed: 1100, unchanged: 0, failed: 0 })
      expect((result.events?.last ?? 0) - (result.events?.first ?? 0)).toBeGreaterThanOrEqual(1099)
      const on = await api.features.patchMany({ body: { pattern: '*', patch: { enabled: true }, dryRun: true } })
      expect(on).toMatchObject({ changed: 1100, unchanged: 1 })
      expect(on.examples).toHaveLength(10)
    })

    test('keeps references between features whole', async ({ api }) => {
      await fill(api, ['a', 'b'])
      const rules = (id: string) => ({
        activationStrategy: 'RULES' as const,
        parameters: { rules: [{ when: { feature: id } }] },
      })
      const { failures } = await api.features.patchMany({ body: { ids: ['a', 'b'], patch: rules('a') } })
      expect(failures).toMatchObject([{ id: 'a', code: 'INVALID' }])
    })

    test.for([
      ['neither a pattern nor ids', { patch: off }, '/pattern'],
      ['both', { pattern: '*', ids: ['a'], patch: off }, '/ids'],
      ['no patch', { pattern: '*' }, '/patch'],
      ['a patch of another type', { pattern: '*', patch: 'off' }, '/patch'],
      ['an invalid id', { ids: ['a b'], patch: off }, '/ids/0'],
      ['an invalid operation', { ids: ['a'], patch: [{ op: 'increase', path: '/enabled' }] }, '/patch/0/op'],
      ['an operation without a path', { ids: ['a'], patch: [{ op: 'remove' }] }, '/patch/0/path'],
      ['more than 1000 ids', { ids: Array.from({ length: 1001 }, (_, i) => `a${i}`), patch: off }, '/ids'],
    ] as const)('rejects a body with %s', async ([_, body, field], { api }) => {
      await fill(api)
      const call = api.features.patchMany({ body: leniently(body as object) as never })
      await expect(call).rejects.toMatchObject({ code: 'INVALID', fieldErrors: { [field]: [{}] } })
      expect((await stored(api)).every(({ enabled }) => enabled)).toBe(true)
    })
  })
}
