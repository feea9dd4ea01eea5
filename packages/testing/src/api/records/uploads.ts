import { importCounts } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { type Kind, summary } from './kinds.ts'

const all = (success: number) => ({ success, errors: { errors: [], fieldErrors: {} } })

/** Downloads and uploads as nd-json. */
export function describeUploads(test: ApiTest, { prefix, of, sample }: Kind): void {
  const bad = (id: string, n = 0) => ({ ...sample(id, n), description: 7 })

  describe('export', () => {
    test('streams whole records, sorted by id, all or those of a pattern', async ({ api }) => {
      const records = ['a', 'a:b', 'b'].map((id) => sample(id))
      await of(api).import({ body: records.toReversed() })
      expect(await collect(await of(api).export())).toEqual(records)
      expect(await collect(await of(api).export({ pattern: 'a*' }))).toEqual(records.slice(0, 2))
      expect(await collect(await of(api).export({ pattern: '' }))).toEqual([])
    })

    test('can be left early', async ({ api }) => {
      await of(api).import({ body: Array.from({ length: 300 }, (_, n) => sample(`id-${n}`)) })
      for await (const { id } of await of(api).export()) {
        expect(id).toBe('id-0')
        break
      }
      expect(await of(api).count()).toEqual({ count: 300 })
    })

    test('can be uploaded again', async ({ api }) => {
      await of(api).import({ body: Array.from({ length: 1200 }, (_, n) => sample(`id:${n}`, n)) })
      const before = await collect(await of(api).export())
      await of(api).deleteMany({ pattern: '*' })
      expect(await of(api).import({ body: before })).toEqual(all(1200))
      expect(await collect(await of(api).export())).toEqual(before)
    })
  })

  describe('import', () => {
    test('with Replace creates and replaces, and emits each change', async ({ api }) => {
      await of(api).create({ body: sample('there', 1) })
      await of(api).create({ body: sample('equal', 1) })
      const events = await emitted(api, async () => {
        const body = [sample('there', 2), sample('new'), sample('equal', 1)]
        const result = await of(api).import({ body, strategy: 'Replace' })
        expect(result).toEqual(all(3))
        expect(importCounts(result)).toMatchObject({ kept: 0 })
      })
      expect(events.map(summary)).toEqual([
        [`${prefix}_UPDATED`, 'there', sample('there', 2), sample('there', 1)],
        [`${prefix}_CREATED`, 'new', sample('new')],
      ])
    })

    test.for([
      ['without a strategy', {}],
      ['with Keep', { strategy: 'Keep' }],
    ] as const)('%s leaves existing records unchanged and counts them as kept', async ([, query], { api }) => {
      await of(api).create({ body: sample('there', 1) })
      const events = await emitted(api, async () => {
        const result = await of(api).import({ body: [sample('there', 2), sample('new', 2)], ...query })
        expect(result).toEqual(all(1))
        expect(importCounts(result)).toMatchObject({ kept: 1 })
      })
      expect(events.map(summary)).toEqual([[`${prefix}_CREATED`, 'new', sample('new', 2)]])
      expect(await of(api).get({ id: 'there' })).toEqual(sample('there', 1))
    })

    test('with dryRun validates and counts, and writes nothing', async ({ api }) => {
      await of(api).create({ body: sample('there', 1) })
      const events = await emitted(api, async () => {
        const result = await of(api).import({ body: [sample('there', 2), sample('new'), bad('a')], dryRun: true })
        expect(importCounts(result)).toMatchObject({ kept: 1 })
        expect(result).toMatchObject({ success: 1, errors: { errors: [{ args: ['3', expect.any(String)] }] } })
      })
      expect(events).toEqual([])
      expect((await of(api).list()).results).toEqual([sample('there', 1)])
    })

    test('reports bad lines by number and member, and takes the others', async ({ api }) => {
      const body = [sample('a'), bad('b'), 'text', sample('c'), { ...sample('d e'), colour: 1 }]
      const result = await of(api).import({ body })
      const reason = expect.stringMatching(/./)
      expect(result).toEqual({
        success: 2,
        errors: {
          errors: ['2', '3', '5'].map((line) => problem('error.line.invalid', line, reason)),
          fieldErrors: {
            '/2/description': [problem('error.type', 'string')],
            '/3': [problem('error.type', 'object')],
            '/5/id': [problem('error.pattern', expect.any(String))],
            '/5/colour': [problem('error.unknown.field')],
          },
        },
      })
      expect((await of(api).list()).results).toEqual([sample('a'), sample('c')])
    })

    test('skips blank lines, but counts them', async ({ api }) => {
      const body = [undefined, sample('a'), undefined, undefined, bad('b'), undefined]
      const result = await of(api).import({ body })
      expect(result.success).toBe(1)
      expect(result.errors.errors).toEqual([problem('error.line.invalid', '5', expect.any(String))])
    })

    test('applies two lines with the same id in order', async ({ api }) => {
      const events = await emitted(api, async () => {
        const body = [sample('a', 1), sample('b'), sample('a', 2), sample('a', 3)]
        expect(await of(api).import({ body, strategy: 'Replace' })).toEqual(all(4))
      })
      expect(events.map(summary)).toEqual([
        [`${prefix}_CREATED`, 'a', sample('a', 1)],
        [`${prefix}_CREATED`, 'b', sample('b')],
        [`${prefix}_UPDATED`, 'a', sample('a', 2), sample('a', 1)],
        [`${prefix}_UPDATED`, 'a', sample('a', 3), sample('a', 2)],
      ])
    })

    test('with Keep applies the first of two lines with the same id', async ({ api }) => {
      const body = [sample('a', 1), sample('a', 2)]
      expect(await of(api).import({ body, strategy: 'Keep' })).toEqual(all(1))
      expect(await of(api).get({ id: 'a' })).toEqual(sample('a', 1))
    })

    test('of an empty body accepts nothing', async ({ api }) => {
      expect(await of(api).import({ body: [] })).toEqual(all(0))
    })

    test('reads a stream as it comes', async ({ api }) => {
      async function* lines() {
        for (let n = 0; n < 1200; n++) yield sample(`id-${n}`, n)
      }
      expect(await of(api).import({ body: lines() })).toEqual(all(1200))
      expect(await of(api).count()).toEqual({ count: 1200 })
    })

    test('lists no more than 1000 problems', async ({ api }) => {
      const body = [...Array.from({ length: 1100 }, (_, n) => bad(`id-${n}`)), sample('good')]
      const { success, errors } = await of(api).import({ body })
      expect(success).toBe(1)
      expect(errors.errors).toHaveLength(1000)
      expect(Object.keys(errors.fieldErrors)).toHaveLength(1000)
    })

    test('of the same records, twice concurrently, ends with one of them', async ({ api }) => {
      const upload = (n: number) =>
        of(api).import({ body: Array.from({ length: 700 }, (_, i) => sample(`id-${i}`, n)), strategy: 'Replace' })
      const events = await emitted(api, async () => {
        expect(await Promise.all([upload(1), upload(2)])).toEqual([all(700), all(700)])
      })
      expect(events).toHaveLength(1400)
      const last = new Map(events.map(({ key, payload }) => [key, payload]))
      for await (const record of await of(api).export()) expect(record).toEqual(last.get(record.id))
    })

    test.for([
      [{ strategy: 'Merge' }, { strategy: [problem('error.enum', 'Keep', 'Replace')] }],
      [{ dryRun: 'maybe' }, { dryRun: [problem('error.type', 'boolean')] }],
    ])('rejects %j before it reads a line', async ([query, fieldErrors], { api }) => {
      const call = of(api).import({ body: [sample('a')], ...(query as object) })
      await expect(call).rejects.toMatchObject({ code: 'INVALID', fieldErrors })
      expect(await of(api).count()).toEqual({ count: 0 })
    })
  })
}
