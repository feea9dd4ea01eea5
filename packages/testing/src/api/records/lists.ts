import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { type Kind, type RecordApi, summary } from './kinds.ts'

const ids = ['A', 'B:c', 'a', 'a-b', 'a.b', 'a1', 'a:b', 'a:b:c', 'a@b', 'a_b', 'ab', 'b', 'b:c']

/** Patterns, and which of `ids` each one selects. */
const patterns: Record<string, readonly string[]> = {
  '*': ids,
  '': [],
  a: ['a'],
  'a:*': ['a:b', 'a:b:c'],
  '*:c': ['B:c', 'a:b:c', 'b:c'],
  'a*b': ['a-b', 'a.b', 'a:b', 'a@b', 'a_b', 'ab'],
  a_b: ['a_b'],
  'a.b': ['a.b'],
  'a%b': [],
  'B*': ['B:c'],
  'a,b,zz': ['a', 'b'],
  'a*,!a:*': ['a', 'a-b', 'a.b', 'a1', 'a@b', 'a_b', 'ab'],
  '!a*': ['A', 'B:c', 'b', 'b:c'],
}

/** Lists, counts, and deleting many records at once. */
export function describeLists(test: ApiTest, { plural, domain, prefix, of, sample }: Kind): void {
  const fill = (records: RecordApi, keys: readonly string[]) => records.import({ body: keys.map((id) => sample(id)) })
  const idsOf = async (records: RecordApi, query = {}) => (await records.list(query)).results.map(({ id }) => id)

  describe('list', () => {
    test('rejects a misspelt parameter, and ignores unknown ones', async ({ api }) => {
      const list = (query: object) => of(api).list(query)
      for (const [name, like] of [
        ['patern', 'pattern'],
        ['pagesize', 'pageSize'],
        ['pgae', 'page'],
      ] as const)
        await expect(list({ [name]: '1' })).rejects.toMatchObject({
          code: 'INVALID',
          message: `The call is invalid: ${name} is an unknown parameter (did you mean ${like}?)`,
          fieldErrors: { [name]: [problem('error.unknown.parameter', like)] },
        })
      expect(await list({ utm_source: 'x', _: '1', patern: undefined })).toMatchObject({ results: [] })
    })

    test('returns whole records, sorted by the bytes of their ids', async ({ api }) => {
      await fill(of(api), ids.toReversed())
      expect((await of(api).list()).results).toEqual(ids.map((id) => sample(id)))
    })

    test('returns the first 15 records by default', async ({ api }) => {
      await fill(
        of(api),
        Array.from({ length: 16 }, (_, n) => `id-${100 + n}`),
      )
      const { results, metadata } = await of(api).list()
      expect(results).toHaveLength(15)
      expect(metadata).toEqual({ page: 1, pageSize: 15, count: 16, nbPages: 2 })
    })

    test('goes through all records page by page', async ({ api }) => {
      await fill(of(api), ids)
      const pages = []
      for (const page of [1, 2, 3]) pages.push(await of(api).list({ page, pageSize: 5 }))
      expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(ids)
      expect(pages.map(({ results }) => results.length)).toEqual([5, 5, 3])
      expect(pages.map(({ metadata }) => metadata)).toEqual(
        [1, 2, 3].map((page) => ({ page, pageSize: 5, count: 13, nbPages: 3 })),
      )
    })

    test('is empty past the end, with the same metadata', async ({ api }) => {
      await fill(of(api), ids)
      expect(await of(api).list({ page: 4, pageSize: 5 })).toEqual({
        results: [],
        metadata: { page: 4, pageSize: 5, count: 13, nbPages: 3 },
      })
    })

    test('without records has no pages', async ({ api }) => {
      expect(await of(api).list()).toEqual({ results: [], metadata: { page: 1, pageSize: 15, count: 0, nbPages: 0 } })
    })

    test('counts and pages what matches a pattern', async ({ api }) => {
      await fill(of(api), ids)
      expect(await of(api).list({ pattern: 'a*b', page: 2, pageSize: 4 })).toEqual({
        results: [sample('a_b'), sample('ab')],
        metadata: { page: 2, pageSize: 4, count: 6, nbPages: 2 },
      })
    })

    test('takes pages of 1 and of 1000', async ({ api }) => {
      await fill(of(api), ids)
      expect(await idsOf(of(api), { pageSize: 1 })).toEqual(['A'])
      expect(await idsOf(of(api), { pageSize: 1000 })).toEqual(ids)
    })

    test.for<[query: object, fieldErrors: object]>([
      [{ pageSize: 1001 }, { pageSize: [problem('error.maximum', '1000')] }],
      [{ pageSize: 0 }, { pageSize: [problem('error.minimum', '1')] }],
      [{ pageSize: 1.5 }, { pageSize: [problem('error.type', 'integer')] }],
      [{ page: 0 }, { page: [problem('error.minimum', '1')] }],
      [
        { page: -1, pageSize: -1 },
        { page: [problem('error.minimum', '1')], pageSize: [problem('error.minimum', '1')] },
      ],
    ])('rejects %j, naming the parameter', async ([query, fieldErrors], { api }) => {
      await expect(of(api).list(query)).rejects.toMatchObject({ code: 'INVALID', fieldErrors })
    })
  })

  describe('a pattern', () => {
    test.for(Object.entries(patterns))('%j selects %j', async ([pattern, expected], { api }) => {
      await fill(of(api), ids)
      expect(await idsOf(of(api), { pattern })).toEqual(expected)
      expect(await of(api).count({ pattern })).toEqual({ count: expected.length })
    })
  })

  describe('count', () => {
    test('counts all when no pattern is given', async ({ api }) => {
      expect(await of(api).count()).toEqual({ count: 0 })
      await fill(of(api), ids)
      expect(await of(api).count()).toEqual({ count: ids.length })
    })
  })

  describe('deleteMany', () => {
    test('deletes matching records and returns their number', async ({ api }) => {
      await fill(of(api), ids)
      expect(await of(api).deleteMany({ pattern: 'a*,!a:*' })).toEqual({ count: 7 })
      expect(await idsOf(of(api))).toEqual(['A', 'B:c', 'a:b', 'a:b:c', 'b', 'b:c'])
      expect(await of(api).deleteMany({ pattern: 'nothing*' })).toEqual({ count: 0 })
    })

    test('emits an event for each record, and a summary', async ({ api }) => {
      await fill(of(api), ['a:1', 'a:2', 'b'])
      const events = await emitted(api, () => of(api).deleteMany({ pattern: 'a:*,c' }))
      expect(events.map(summary)).toEqual([
        [`${prefix}_DELETED`, 'a:1', sample('a:1')],
        [`${prefix}_DELETED`, 'a:2', sample('a:2')],
        [`${prefix}S_DELETED`, 'a:*,c', { count: 2, patterns: ['a:*', 'c'] }],
      ])
      expect(new Set(events.map((event) => event.domain))).toEqual(new Set([domain]))
    })

    test(`deletes more ${plural} than one commit holds`, async ({ api }) => {
      await fill(of(api), ['z', ...Array.from({ length: 1100 }, (_, n) => `a:${n}`)])
      expect(await of(api).deleteMany({ pattern: 'a:*' })).toEqual({ count: 1100 })
      expect(await idsOf(of(api))).toEqual(['z'])
    })

    test('requires a pattern', async ({ api }) => {
      await fill(of(api), ids)
      await expect(of(api).deleteMany({} as never)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { pattern: [problem('error.required')] },
      })
      expect(await of(api).deleteMany({ pattern: '' })).toEqual({ count: 0 })
      expect(await of(api).count()).toEqual({ count: ids.length })
    })
  })
}
