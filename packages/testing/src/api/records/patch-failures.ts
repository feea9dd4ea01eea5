import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'
import type { Kind } from './kinds.ts'
import type { Step } from './patches.ts'

const inapplicable: readonly Step[] = [
  { op: 'remove', path: '/metadata/nothing' },
  { op: 'replace', path: '/metadata/nothing', value: 1 },
  { op: 'add', path: '/metadata/nothing/below', value: 1 },
  { op: 'add', path: '/metadata/list/9', value: 1 },
  { op: 'add', path: '/metadata/list/01', value: 1 },
  { op: 'move', path: '/metadata/m', from: '/metadata/nothing' },
]

const pollution: readonly Step[] = [
  { op: 'add', path: '/__proto__/polluted', value: true },
  { op: 'add', path: '/metadata/__proto__/polluted', value: true },
  { op: 'add', path: '/metadata/constructor/prototype/polluted', value: true },
  { op: 'copy', from: '/metadata/n', path: '/metadata/list/__proto__/polluted' },
  { op: 'replace', path: '/metadata/toString/polluted', value: true },
]

/** JSON Patches that fail (RFC 6902). A patch that fails changes nothing. */
export function describePatchFailures(test: ApiTest, { of, sample }: Kind): void {
  const record = { ...sample('a'), metadata: { n: 0, list: [1, 2] } }

  describe('a patch', () => {
    test('fails with CONFLICT at a test that does not hold, and changes nothing', async ({ api }) => {
      await of(api).create({ body: record })
      for (const step of [
        { op: 'test', path: '/metadata/n', value: 1 },
        { op: 'test', path: '/metadata/n', value: '0' },
        { op: 'test', path: '/metadata/nothing', value: 1 },
      ])
        await expect(
          of(api).patch({ id: 'a', body: [{ op: 'add', path: '/metadata/n', value: 0 }, step] }),
        ).rejects.toMatchObject({ code: 'CONFLICT', errors: [problem('error.patch.test', '1')] })
      expect(await of(api).get({ id: 'a' })).toEqual(record)
    })

    test.for(inapplicable)('fails with INVALID and the index of %j', async (step, { api }) => {
      await of(api).create({ body: record })
      const body = [{ op: 'replace', path: '/metadata/n', value: 7 }, step]
      await expect(of(api).patch({ id: 'a', body })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [problem('error.patch.operation', '1')],
      })
      expect(await of(api).get({ id: 'a' })).toEqual(record)
    })

    test.for(pollution)('never reaches a prototype: %j', async (step, { api }) => {
      await of(api).create({ body: record })
      await expect(of(api).patch({ id: 'a', body: [step] })).rejects.toMatchObject({ code: 'INVALID' })
      for (const innocent of [{}, [], () => {}, Object]) expect(innocent).not.toHaveProperty('polluted')
      expect(await of(api).get({ id: 'a' })).toEqual(record)
    })

    test.for<[what: string, body: unknown, pointer: string]>([
      ['a text', 'x', ''],
      ['null', null, ''],
      ['an unknown operation', [{ op: 'mend', path: '/metadata' }], '/0/op'],
      ['an operation without a path', [{ op: 'remove' }], '/0/path'],
      ['a path that is no text', [{ op: 'remove', path: 1 }], '/0/path'],
      ['an addition without a value', [{ op: 'add', path: '/metadata/m' }], '/0/value'],
      ['a copy without its source', [{ op: 'copy', path: '/metadata/m' }], '/0/from'],
      ['1001 operations', Array(1001).fill({ op: 'test', path: '/id', value: 'a' }), ''],
    ])('cannot be %s', async ([, body, pointer], { api }) => {
      await of(api).create({ body: record })
      await expect(of(api).patch({ id: 'a', body })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [pointer]: [expect.anything()] },
      })
    })

    test.for(['x', 1, null])('that is %j is rejected with both forms of patches', async (body, { api }) => {
      await of(api).create({ body: record })
      await expect(of(api).patch({ id: 'a', body })).rejects.toMatchObject({
        code: 'INVALID',
        message:
          'The body must be a JSON Patch (an array of operations, RFC 6902) or a merge patch (an object of the members to change, RFC 7396)',
      })
    })

    test.for<[step: Step, why: string]>([
      [{ op: 'replace', path: '/metadata/m', value: 1 }, 'there is nothing at /metadata/m; use add to set it'],
      [{ op: 'remove', path: '/metadata/m' }, 'there is nothing at /metadata/m'],
      [{ op: 'add', path: 'metadata/a~1b/c', value: 1 }, 'there is nothing at /metadata/a~1b; add that first'],
      [{ op: 'add', path: '/metadata/n/m', value: 1 }, 'the value at /metadata/n is neither an object nor an array'],
      [
        { op: 'add', path: '/metadata/list/3', value: 1 },
        'the array at /metadata/list has 2 items; use an index from 0 to 2, or - for its end',
      ],
      [{ op: 'move', from: '/metadata', path: '/metadata/m' }, 'a value cannot be moved into itself'],
    ])('fails with the reason and advice: %j', async ([step, why], { api }) => {
      await of(api).create({ body: record })
      const path = step.path.replace(/^(?!\/)/, '/')
      await expect(of(api).patch({ id: 'a', body: [step] })).rejects.toMatchObject({
        message: `Operation 0 of the patch (${step.op} ${path}) cannot be applied: ${why}`,
      })
    })

    test('is rejected when the record would not be valid, naming its members', async ({ api }) => {
      await of(api).create({ body: record })
      const body = [
        { op: 'add', path: '/description', value: 1 },
        { op: 'add', path: '/colour', value: 1 },
        { op: 'add', path: '/tags', value: ['ok', null] },
      ]
      await expect(of(api).patch({ id: 'a', body })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: {
          '/description': [problem('error.type', 'string')],
          '/colour': [problem('error.unknown.field')],
          '/tags/1': [problem('error.type', 'string')],
        },
      })
      expect(await of(api).get({ id: 'a' })).toEqual(record)
    })

    test('cannot change the id', async ({ api }) => {
      await of(api).create({ body: record })
      await expect(
        of(api).patch({ id: 'a', body: [{ op: 'replace', path: '/id', value: 'b' }] }),
      ).rejects.toMatchObject({ code: 'INVALID', errors: [problem('error.id.fixed', 'a')] })
      await expect(of(api).patch({ id: 'a', body: [{ op: 'remove', path: '/id' }] })).rejects.toMatchObject({
        code: 'INVALID',
      })
    })

    test('of an unknown record is NOT_FOUND', async ({ api }) => {
      await expect(of(api).patch({ id: 'a', body: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('cannot exceed the size limit by copying', async ({ api }) => {
      await of(api).create({ body: { ...record, metadata: { bomb: 'x'.repeat(1000) } } })
      const body = Array.from({ length: 40 }, (_, n) => ({
        op: 'copy',
        from: '/metadata',
        path: `/metadata/copy-${n}`,
      }))
      await expect(of(api).patch({ id: 'a', body })).rejects.toMatchObject({
        code: 'TOO_LARGE',
        errors: [problem('error.patch.size', expect.any(String), expect.any(String))],
      })
    })
  })
}
