import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { leniently } from '../documented.ts'
import { scriptKind, summary } from '../records/kinds.ts'

const { of, sample } = scriptKind

/** What global scripts have in addition to other records, and how they behave without a script engine. */
export function describeScripts(test: ApiTest): void {
  describe('a script', () => {
    test('is created, read, replaced, renamed and deleted, each with its event', async ({ api }) => {
      const events = await emitted(api, async () => {
        expect(await of(api).create({ body: sample('a') })).toEqual(sample('a'))
        expect(await of(api).get({ id: 'a' })).toEqual(sample('a'))
        expect(await of(api).replace({ id: 'a', body: sample('a', 1) })).toEqual(sample('a', 1))
        expect(await of(api).replace({ id: 'a', body: sample('b') })).toEqual(sample('b'))
        expect(await of(api).delete({ id: 'b' })).toEqual(sample('b'))
      })
      expect(events.map(summary)).toEqual([
        ['GLOBALSCRIPT_CREATED', 'a', sample('a')],
        ['GLOBALSCRIPT_UPDATED', 'a', sample('a', 1), sample('a')],
        ['GLOBALSCRIPT_DELETED', 'a', sample('a', 1)],
        ['GLOBALSCRIPT_CREATED', 'b', sample('b')],
        ['GLOBALSCRIPT_DELETED', 'b', sample('b')],
      ])
      await expect(of(api).get({ id: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('is patched', async ({ api }) => {
      await of(api).create({ body: sample('a') })
      const body = [{ op: 'replace', path: '/source/script', value: 'other' }]
      expect(await of(api).patch({ id: 'a', body })).toMatchObject({ source: { type: 'javascript', script: 'other' } })
    })

    test('with an existing id is CONFLICT', async ({ api }) => {
      await of(api).create({ body: sample('a') })
      await expect(of(api).create({ body: sample('a') })).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    test('sent as a text is JavaScript', async ({ api }) => {
      expect(await of(api).create({ body: leniently({ id: 'a', name: 'a', source: 'text' }) })).toEqual({
        id: 'a',
        name: 'a',
        source: { type: 'javascript', script: 'text' },
      })
    })

    test('must be in a supported language', async ({ api }) => {
      const body = { ...sample('a'), source: { type: 'cobol', script: '' } }
      await expect(of(api).create({ body })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/source/type': [problem('error.enum', 'javascript', 'kotlin', 'scala')] },
      })
    })
  })

  describe('debug', () => {
    test('without an engine fails with advice, and stores nothing', async ({ api }) => {
      const script = { type: 'javascript' as const, script: 'function enabled() {}' }
      expect(await api.scripts.debug({ body: { context: { id: 'c' }, script } })).toEqual({
        status: 'Failure',
        errors: [expect.stringContaining('No engine for javascript')],
        logs: [],
      })
      expect(await api.scripts.count()).toEqual({ count: 0 })
    })
  })
}
