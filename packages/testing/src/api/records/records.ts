import { SignalboxError } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { type Kind, summary } from './kinds.ts'

const goodIds = ['a', 'a:b:c', 'A-z_0.9@x', '__proto__', 'constructor:toString', 'a:..', 'x'.repeat(512)]
const badIds = [':', 'a:', ':a', 'a::b', 'a b', 'é', 'a/b', 'a*', 'a,b', 'a\n', 'x'.repeat(513)]

/** Creating, reading, replacing, renaming and deleting one record. */
export function describeRecords(test: ApiTest, { name, domain, prefix, of, sample }: Kind): void {
  describe('create', () => {
    test('returns the record, which can be read from then on', async ({ api }) => {
      expect(await of(api).create({ body: sample('a:b') })).toEqual(sample('a:b'))
      expect(await of(api).get({ id: 'a:b' })).toEqual(sample('a:b'))
    })

    test('emits one event with the record and the time', async ({ api, clock }) => {
      clock.set(Date.UTC(2026, 1, 3, 4, 5, 6, 7))
      const events = await emitted(api, () => of(api).create({ body: sample('a') }))
      expect(events).toEqual([
        {
          _id: expect.any(Number),
          type: `${prefix}_CREATED`,
          key: 'a',
          domain,
          payload: sample('a'),
          timestamp: '2026-02-03T04:05:06.007',
          authInfo: expect.objectContaining({ id: expect.any(String), kind: expect.any(String) }),
        },
      ])
    })

    test('rejects an existing id with CONFLICT, and changes nothing', async ({ api }) => {
      await of(api).create({ body: sample('a', 1) })
      const events = await emitted(api, async () => {
        const call = of(api).create({ body: sample('a', 2) })
        await expect(call).rejects.toMatchObject({ code: 'CONFLICT', errors: [problem('error.data.exists', 'a')] })
      })
      expect(events).toEqual([])
      expect(await of(api).get({ id: 'a' })).toEqual(sample('a', 1))
    })

    test('succeeds once for concurrent calls', async ({ api }) => {
      const calls = Array.from({ length: 10 }, (_, n) => of(api).create({ body: sample('a', n) }))
      const results = await Promise.allSettled(calls)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test.for(goodIds)('accepts the id %j', async (id, { api }) => {
      await of(api).create({ body: sample(id) })
      expect(await of(api).get({ id })).toEqual(sample(id))
      expect(await of(api).patch({ id, body: [{ op: 'add', path: '/metadata/m', value: 1 }] })).toMatchObject({ id })
      expect(await of(api).delete({ id })).toMatchObject({ id })
    })

    test.for(['', ...badIds])('rejects the id %j', async (id, { api }) => {
      await expect(of(api).create({ body: sample(id) })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/id': [problem(expect.stringMatching(/^error\.(pattern|length)/), expect.any(String))] },
      })
    })

    test('rejects unknown members by name', async ({ api }) => {
      await expect(of(api).create({ body: { ...sample('a'), colour: 1, 'a/b~c': 2 } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/colour': [problem('error.unknown.field')], '/a~1b~0c': [problem('error.unknown.field')] },
      })
    })

    test.for([[], 'text', 1, true, null])('rejects %j in place of a record', async (body, { api }) => {
      await expect(of(api).create({ body })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '': [problem('error.type', 'object')] },
      })
    })

    test('keeps the order of members in open objects', async ({ api }) => {
      const metadata = { z: 1, a: { y: 2, b: [{ x: 3, c: 4 }] } }
      await of(api).create({ body: { ...sample('a'), metadata } })
      expect(JSON.stringify((await of(api).get({ id: 'a' })).metadata)).toBe(JSON.stringify(metadata))
    })

    test('treats a member named __proto__ as data', async ({ api }) => {
      const metadata: Record<string, unknown> = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}')
      await of(api).create({ body: { ...sample('a'), metadata } })
      expect(JSON.stringify((await of(api).get({ id: 'a' })).metadata)).toBe(JSON.stringify(metadata))
      expect({}).not.toHaveProperty('polluted')
    })
  })

  describe('get', () => {
    test('of an unknown id is NOT_FOUND, with its name', async ({ api }) => {
      const failure = await of(api)
        .get({ id: 'a:b' })
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SignalboxError)
      expect(failure).toMatchObject({
        code: 'NOT_FOUND',
        errors: [problem('error.data.missing', 'a:b')],
        fieldErrors: {},
      })
      expect((failure as Error).message).toContain(`${name} a:b`)
    })

    test.for(badIds)('of %j, which is not a valid id, is INVALID', async (id, { api }) => {
      const failure = { code: 'INVALID', fieldErrors: { id: [expect.anything()] } }
      await expect(of(api).get({ id })).rejects.toMatchObject(failure)
      await expect(of(api).delete({ id })).rejects.toMatchObject(failure)
      await expect(of(api).replace({ id, body: sample('a') })).rejects.toMatchObject(failure)
    })
  })

  describe('replace', () => {
    test('returns the new record, and emits it with the old one', async ({ api }) => {
      await of(api).create({ body: sample('a', 1) })
      const events = await emitted(api, async () => {
        expect(await of(api).replace({ id: 'a', body: sample('a', 2) })).toEqual(sample('a', 2))
      })
      expect(events.map(summary)).toEqual([[`${prefix}_UPDATED`, 'a', sample('a', 2), sample('a', 1)]])
      expect(await of(api).get({ id: 'a' })).toEqual(sample('a', 2))
    })

    test('removes omitted members', async ({ api }) => {
      await of(api).create({ body: { ...sample('a'), description: 'gone', tags: ['gone'] } })
      expect(await of(api).replace({ id: 'a', body: sample('a') })).toEqual(sample('a'))
    })

    test('of an unknown id is NOT_FOUND; it creates nothing', async ({ api }) => {
      await expect(of(api).replace({ id: 'a', body: sample('a') })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await of(api).count()).toEqual({ count: 0 })
    })

    test('validates the body before existence', async ({ api }) => {
      const body = { ...sample('a'), colour: 1 }
      await expect(of(api).replace({ id: 'a', body })).rejects.toMatchObject({ code: 'INVALID' })
    })

    test('that leaves the record equal emits nothing', async ({ api }) => {
      await of(api).create({ body: sample('a') })
      expect(await emitted(api, () => of(api).replace({ id: 'a', body: sample('a') }))).toEqual([])
    })
  })

  describe('replace with another id', () => {
    test('renames: the old id is deleted, the new one created', async ({ api }) => {
      await of(api).create({ body: sample('old', 1) })
      const events = await emitted(api, async () => {
        expect(await of(api).replace({ id: 'old', body: sample('new', 2) })).toEqual(sample('new', 2))
      })
      expect(events.map(summary)).toEqual([
        [`${prefix}_DELETED`, 'old', sample('old', 1)],
        [`${prefix}_CREATED`, 'new', sample('new', 2)],
      ])
      await expect(of(api).get({ id: 'old' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await of(api).get({ id: 'new' })).toEqual(sample('new', 2))
    })

    test('that exists is CONFLICT, and both records are unchanged', async ({ api }) => {
      await of(api).create({ body: sample('one', 1) })
      await of(api).create({ body: sample('two', 2) })
      const events = await emitted(api, async () => {
        const call = of(api).replace({ id: 'one', body: sample('two', 3) })
        await expect(call).rejects.toMatchObject({ code: 'CONFLICT', errors: [problem('error.data.exists', 'two')] })
      })
      expect(events).toEqual([])
      expect((await of(api).list()).results).toEqual([sample('one', 1), sample('two', 2)])
    })
  })

  describe('delete', () => {
    test('returns the deleted record, and emits it', async ({ api }) => {
      await of(api).create({ body: sample('a') })
      await of(api).create({ body: sample('a:b') })
      const events = await emitted(api, async () => {
        expect(await of(api).delete({ id: 'a' })).toEqual(sample('a'))
      })
      expect(events.map(summary)).toEqual([[`${prefix}_DELETED`, 'a', sample('a')]])
      expect((await of(api).list()).results).toEqual([sample('a:b')])
    })

    test('of an unknown id is NOT_FOUND, the second time too', async ({ api }) => {
      await of(api).create({ body: sample('a') })
      await of(api).delete({ id: 'a' })
      await expect(of(api).delete({ id: 'a' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
}
