import { etagOf } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'
import type { Kind, RecordApi } from './kinds.ts'

const change = [{ op: 'add', path: '/metadata/m', value: 1 }]

/** Entity tags and conditional writes (RFC 9110, sections 8.8.3 and 13.1.1). */
export function describeEtags(test: ApiTest, { of, sample, fixedId }: Kind): void {
  /** The three operations that accept `ifMatch`. */
  const guarded: Record<string, (records: RecordApi, ifMatch: string) => Promise<unknown>> = {
    replace: (records, ifMatch) => records.replace({ id: 'a', body: sample('a', 9) }, { ifMatch }),
    patch: (records, ifMatch) => records.patch({ id: 'a', body: change }, { ifMatch }),
    delete: (records, ifMatch) => records.delete({ id: 'a' }, { ifMatch }),
  }

  describe('the entity tag', () => {
    test('comes with every response of a single record', async ({ api }) => {
      const created = etagOf(await of(api).create({ body: sample('a') }))
      expect(created).toMatch(/^"[^"]+"$/)
      expect(etagOf(await of(api).get({ id: 'a' }))).toBe(created)
      const replaced = etagOf(await of(api).replace({ id: 'a', body: sample('a', 1) }))
      expect(etagOf(await of(api).get({ id: 'a' }))).toBe(replaced)
      const patched = etagOf(await of(api).patch({ id: 'a', body: change }))
      expect(etagOf(await of(api).get({ id: 'a' }))).toBe(patched)
      expect(new Set([created, replaced, patched]).size).toBe(3)
      expect(etagOf(await of(api).delete({ id: 'a' }))).toBe(patched)
    })

    test('does not change with writes that change nothing or other records', async ({ api }) => {
      const etag = etagOf(await of(api).create({ body: sample('a') }))
      await of(api).create({ body: sample('b') })
      expect(etagOf(await of(api).replace({ id: 'a', body: sample('a') }))).toBe(etag)
      const same = [{ op: 'replace', path: '/metadata/n', value: 0 }]
      expect(etagOf(await of(api).patch({ id: 'a', body: same }))).toBe(etag)
      expect(etagOf(await of(api).get({ id: 'a' }))).toBe(etag)
    })

    test('is never reused after the record was deleted and created again', async ({ api }) => {
      const first = etagOf(await of(api).create({ body: sample('a') }))
      await of(api).delete({ id: 'a' })
      expect(etagOf(await of(api).create({ body: sample('a') }))).not.toBe(first)
    })

    if (!fixedId)
      test('continues with a renamed record', async ({ api }) => {
        await of(api).create({ body: sample('old') })
        const renamed = etagOf(await of(api).replace({ id: 'old', body: sample('new') }))
        expect(etagOf(await of(api).get({ id: 'new' }))).toBe(renamed)
      })
  })

  describe.for(Object.entries(guarded))('ifMatch on %s', ([, call]) => {
    test('admits the current version', async ({ api }) => {
      const etag = etagOf(await of(api).create({ body: sample('a') })) as string
      await call(of(api), etag)
    })

    test('admits the current version as a weak tag, which proxies that compress make of it', async ({ api }) => {
      await call(of(api), `W/${etagOf(await of(api).create({ body: sample('a') }))}`)
    })

    test('admits one of several versions, and *', async ({ api }) => {
      const etag = etagOf(await of(api).create({ body: sample('a') })) as string
      await call(of(api), `"another", ${etag}`)
      await of(api)
        .delete({ id: 'a' })
        .catch(() => {})
      await of(api).create({ body: sample('a') })
      await call(of(api), '*')
    })

    test('fails with PRECONDITION_FAILED for another version, and changes nothing', async ({ api }) => {
      const stale = etagOf(await of(api).create({ body: sample('a') })) as string
      await of(api).replace({ id: 'a', body: sample('a', 1) })
      for (const ifMatch of [stale, `W/${stale}`, '"another"'])
        await expect(call(of(api), ifMatch)).rejects.toMatchObject({
          code: 'PRECONDITION_FAILED',
          errors: [problem('error.version', 'a')],
        })
      expect(await of(api).get({ id: 'a' })).toEqual(sample('a', 1))
    })

    test('of an unknown record is NOT_FOUND', async ({ api }) => {
      await expect(call(of(api), '*')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  test('ifMatch admits one of many concurrent calls', async ({ api }) => {
    const ifMatch = etagOf(await of(api).create({ body: sample('a') })) as string
    const calls = Array.from({ length: 10 }, (_, n) =>
      of(api).replace({ id: 'a', body: sample('a', n + 1) }, { ifMatch }),
    )
    const results = await Promise.allSettled(calls)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    for (const failure of failures) expect(failure).toMatchObject({ code: 'PRECONDITION_FAILED' })
  })
}
