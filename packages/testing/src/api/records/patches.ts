import { etagOf } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { type Kind, summary } from './kinds.ts'

/** One operation of a JSON Patch, valid or invalid. */
export interface Step {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** The six operations of RFC 6902, on `{ n: 0, list: [1, 2] }` under `/metadata`. */
const steps: readonly (readonly [Step, result: object])[] = [
  [
    { op: 'add', path: '/metadata/m', value: { a: null } },
    { n: 0, list: [1, 2], m: { a: null } },
  ],
  [
    { op: 'add', path: '/metadata/list/1', value: 'x' },
    { n: 0, list: [1, 'x', 2] },
  ],
  [
    { op: 'add', path: '/metadata/list/-', value: 3 },
    { n: 0, list: [1, 2, 3] },
  ],
  [
    { op: 'add', path: '/metadata/a~1b~0c', value: 1 },
    { n: 0, list: [1, 2], 'a/b~c': 1 },
  ],
  [
    { op: 'remove', path: '/metadata/list/0' },
    { n: 0, list: [2] },
  ],
  [{ op: 'replace', path: '/metadata', value: {} }, {}],
  [
    { op: 'replace', path: 'metadata/n', value: 5 },
    { n: 5, list: [1, 2] },
  ],
  [
    { op: 'move', from: '/metadata/n', path: '/metadata/m' },
    { list: [1, 2], m: 0 },
  ],
  [
    { op: 'move', from: 'metadata/list/0', path: 'metadata/list/1' },
    { n: 0, list: [2, 1] },
  ],
  [
    { op: 'copy', from: '/metadata/list', path: '/metadata/m' },
    { n: 0, list: [1, 2], m: [1, 2] },
  ],
  [
    { op: 'test', path: '/metadata/list', value: [1, 2] },
    { n: 0, list: [1, 2] },
  ],
]

/** JSON Patches (RFC 6902) and merge patches (RFC 7396) that apply. */
export function describePatches(test: ApiTest, { prefix, of, sample }: Kind): void {
  const record = { ...sample('a'), metadata: { n: 0, list: [1, 2] } }

  describe('patch', () => {
    test.for(steps)('applies %j', async ([step, metadata], { api }) => {
      await of(api).create({ body: record })
      expect(await of(api).patch({ id: 'a', body: [step] })).toEqual({ ...record, metadata })
      expect(await of(api).get({ id: 'a' })).toEqual({ ...record, metadata })
    })

    test('applies operations in order, and emits the new and old record', async ({ api }) => {
      await of(api).create({ body: record })
      const body = [
        { op: 'add', path: '/metadata/list/-', value: 3 },
        { op: 'test', path: '/metadata/list/2', value: 3 },
        { op: 'move', path: '/metadata/n', from: '/metadata/list/2' },
      ]
      const events = await emitted(api, () => of(api).patch({ id: 'a', body }))
      const next = { ...record, metadata: { n: 3, list: [1, 2] } }
      expect(events.map(summary)).toEqual([[`${prefix}_UPDATED`, 'a', next, record]])
    })

    test('that changes nothing emits nothing', async ({ api }) => {
      await of(api).create({ body: record })
      const events = await emitted(api, async () => {
        expect(await of(api).patch({ id: 'a', body: [] })).toEqual(record)
        await of(api).patch({ id: 'a', body: [{ op: 'replace', path: '/metadata/n', value: 0 }] })
      })
      expect(events).toEqual([])
    })

    test('treats omitted lists and metadata as empty, and does not write unchanged ones', async ({ api }) => {
      const { metadata: _, ...bare } = record
      await of(api).create({ body: bare })
      const patched = (...body: readonly Step[]) => of(api).patch({ id: 'a', body })
      const read = await of(api).get({ id: 'a' })
      const sight: readonly Step[] = [
        { op: 'test', path: '/tags', value: [] },
        { op: 'test', path: '/metadata', value: {} },
      ]
      expect(etagOf(await patched(...sight))).toBe(etagOf(read))
      expect(await patched({ op: 'add', path: '/tags/-', value: 't' })).toEqual({ ...bare, tags: ['t'] })
      expect(await patched({ op: 'add', path: 'metadata/n', value: 1 })).toEqual({
        ...bare,
        tags: ['t'],
        metadata: { n: 1 },
      })
      expect(await patched({ op: 'remove', path: '/tags' }, { op: 'replace', path: '/metadata', value: {} })).toEqual({
        ...bare,
        metadata: {},
      })
      expect(await patched({ op: 'add', path: '/tags', value: [] })).toEqual({ ...bare, tags: [], metadata: {} })
    })

    test('that is an object is merged: null removes a member, lists are replaced', async ({ api }) => {
      await of(api).create({ body: { ...record, description: 'x', tags: ['a', 'b'] } })
      const body = { description: null, tags: ['c'], metadata: { n: null, list: [3], m: { deep: [] } } }
      const events = await emitted(api, () => of(api).patch({ id: 'a', body }))
      const next = { ...record, tags: ['c'], metadata: { list: [3], m: { deep: [] } } }
      expect(events.map(summary)).toEqual([
        [`${prefix}_UPDATED`, 'a', next, { ...record, description: 'x', tags: ['a', 'b'] }],
      ])
      expect(await of(api).get({ id: 'a' })).toEqual(next)
      const again = await emitted(api, () => of(api).patch({ id: 'a', body }))
      expect(again).toEqual([])
      await expect(of(api).patch({ id: 'a', body: { id: 'b' } })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [problem('error.id.fixed', 'a')],
      })
      await expect(of(api).patch({ id: 'a', body: { colour: 1, tags: [1] } })).rejects.toMatchObject({
        fieldErrors: {
          '/colour': [problem('error.unknown.field')],
          '/tags/0': [problem('error.type', 'string')],
        },
      })
    })

    test('ignores undefined members of operations', async ({ api }) => {
      await of(api).create({ body: record })
      const body = [
        { op: 'add', path: '/metadata/m', value: 1, xyz: 123, from: 5 },
        { op: 'replace', path: '/metadata/n', value: 2, old: 0 },
        { op: 'remove', path: '/metadata/list', value: 'spurious', from: null },
      ]
      expect(await of(api).patch({ id: 'a', body })).toEqual({ ...record, metadata: { n: 2, m: 1 } })
    })

    test('takes 1000 operations', async ({ api }) => {
      await of(api).create({ body: record })
      const body = Array.from({ length: 1000 }, (_, n) => ({ op: 'replace', path: '/metadata/n', value: n }))
      expect(await of(api).patch({ id: 'a', body })).toMatchObject({ metadata: { n: 999 } })
    })

    test('applies 30 concurrent patches', async ({ api }) => {
      await of(api).create({ body: record })
      const names = Array.from({ length: 30 }, (_, n) => `member-${n}`)
      const events = await emitted(api, () =>
        Promise.all(
          names.map((name) =>
            of(api).patch({ id: 'a', body: [{ op: 'add', path: `/metadata/${name}`, value: name }] }),
          ),
        ),
      )
      const { metadata } = await of(api).get({ id: 'a' })
      expect(Object.keys(metadata ?? {}).sort()).toEqual(['n', 'list', ...names].sort())
      expect(events).toHaveLength(30)
      expect(events.at(-1)?.payload).toMatchObject({ metadata })
    })
  })
}
