import fc from 'fast-check'
import specification from 'json-patch-test-suite/spec_tests.json'
import others from 'json-patch-test-suite/tests.json'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSignalbox } from '../../../signalbox.ts'
import { applyPatch, type JsonPatch } from './patch.ts'

const MIB = 1024 * 1024
const apply = (document: unknown, patch: unknown, limit = MIB) => applyPatch(document, patch as JsonPatch, limit)
const failing = (document: unknown, patch: unknown, limit?: number): unknown => {
  try {
    return { result: apply(document, patch, limit) }
  } catch (error) {
    return error
  }
}
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('the public JSON Patch suite', () => {
  interface Case {
    readonly comment?: string
    readonly doc: unknown
    readonly patch: readonly Readonly<Record<string, unknown>>[]
    readonly expected?: unknown
    readonly error?: string
  }
  /** Cases of the public suite that do not apply here, and why. */
  const excluded: Readonly<Record<string, string>> = {
    'duplicate ops': 'an operation that names a member twice is refused where the body is read, before it is a value',
    'A.13 Invalid JSON Patch Document': 'likewise',
  }
  const isExcluded = ({ comment = '' }: Case) => Object.hasOwn(excluded, comment)
  const hasSlashes = ({ patch }: Case) =>
    patch.every(({ path, from = '' }) => [path, from].every((one) => one === '' || String(one).startsWith('/')))
  const cases = ([...specification, ...others] as unknown as Case[]).filter((one) => one.patch !== undefined)
  const title = (one: Case, index: number) => `${index}: ${one.comment ?? one.error ?? JSON.stringify(one.patch)}`
  const run = cases.map((one, index) => [title(one, index), one] as const).filter(([, one]) => !isExcluded(one))

  it.each(run.filter(([, one]) => !one.error))('%s', (_, { doc, patch, expected }) => {
    const result = apply(doc, patch)
    if (expected !== undefined) expect(result).toEqual(expected)
  })

  it.each(run.filter(([, one]) => one.error && hasSlashes(one)))('rejects %s', (_, { doc, patch }) => {
    expect(failing(doc, patch)).toMatchObject({ code: expect.stringMatching(/^(INVALID|CONFLICT)$/) })
  })

  it.each(run.filter(([, one]) => one.error && !hasSlashes(one)))('adds the slash of %s', (_, { doc, patch }) => {
    const slashed = patch.map((one) => ({ ...one, path: `/${one.path}` }))
    expect(failing(doc, patch)).toEqual(failing(doc, slashed))
  })

  describe('through the door of a config', () => {
    const box = createSignalbox()
    const throughTheDoor = async (doc: unknown, patch: Case['patch']) => {
      await box.configs.replace({ id: 'a', body: { id: 'a', value: doc } })
      const below = (pointer: unknown) => (typeof pointer === 'string' ? `/value${pointer}` : pointer)
      const body = patch.map(({ path, from, ...rest }) => ({
        ...rest,
        ...(path !== undefined && { path: below(path) }),
        ...(from !== undefined && { from: below(from) }),
      }))
      const { value } = await box.configs.patch({ id: 'a', body: body as never })
      return value
    }
    beforeAll(() => box.configs.create({ body: { id: 'a', value: null } }))

    it.each(run.filter(([, one]) => !one.error))('%s', async (_, { doc, patch, expected }) => {
      const value = await throughTheDoor(doc, patch)
      if (expected !== undefined) expect(value).toEqual(expected)
    })

    it.each(run.filter(([, one]) => one.error && hasSlashes(one)))('rejects %s', async (_, { doc, patch }) => {
      await expect(throughTheDoor(doc, patch)).rejects.toMatchObject({
        code: expect.stringMatching(/^(INVALID|CONFLICT)$/),
      })
      expect((await box.configs.get({ id: 'a' })).value).toEqual(doc)
    })
  })

  it('runs all cases except the excluded ones', () => {
    expect(cases.filter(isExcluded)).toHaveLength(Object.keys(excluded).length)
    expect(run.length).toBeGreaterThan(90)
  })
})

describe('a patch', () => {
  it('can omit the leading slashes of its pointers', () => {
    const patch = [
      { op: 'replace', path: 'a/b', value: 2 },
      { op: 'copy', from: 'a', path: 'c' },
    ]
    expect(apply({ a: { b: 1 } }, patch)).toEqual({ a: { b: 2 }, c: { b: 2 } })
  })

  it('changes neither the document nor itself', () => {
    const document = { list: [1], object: { a: 1 } }
    const value = { deep: [] }
    const patch = [
      { op: 'add', path: '/new', value },
      { op: 'add', path: '/new/deep/-', value: 1 },
      { op: 'copy', from: '/new', path: '/copied' },
      { op: 'add', path: '/copied/deep/-', value: 2 },
      { op: 'move', from: '/object', path: '/list/0' },
      { op: 'remove', path: '/list/1' },
    ]
    const before = JSON.stringify({ document, patch })
    expect(apply(document, patch)).toEqual({
      list: [{ a: 1 }],
      new: { deep: [1] },
      copied: { deep: [1, 2] },
    })
    expect(JSON.stringify({ document, patch })).toBe(before)
  })

  it.each([
    ['a test of another value', { op: 'test', path: '/a', value: 2 }],
    ['a test of nothing', { op: 'test', path: '/b', value: 1 }],
    ['a test below nothing', { op: 'test', path: '/b/c', value: 1 }],
    ['a test of an inherited member', { op: 'test', path: '/toString', value: null }],
  ])('fails by %s as CONFLICT with the index of the test', (_, operation) => {
    expect(failing({ a: 1 }, [{ op: 'test', path: '/a', value: 1 }, operation])).toMatchObject({
      code: 'CONFLICT',
      errors: [{ message: 'error.patch.test', args: ['1'] }],
    })
  })

  it.each([
    { op: 'remove', path: '/b' },
    { op: 'remove', path: '/toString' },
    { op: 'replace', path: '/toString', value: 1 },
    { op: 'replace', path: '/list/-', value: 1 },
    { op: 'copy', from: '/list/length', path: '/b' },
    { op: 'copy', from: '/a/constructor/name', path: '/b' },
    { op: 'copy', from: '/text/0', path: '/b' },
    { op: 'move', from: '/b', path: '/c' },
    { op: 'move', from: '/list', path: '/list/0' },
    { op: 'move', from: '', path: '/b' },
    { op: 'add', path: '/b/c', value: 1 },
    { op: 'add', path: '/text/c', value: 1 },
    { op: 'add', path: '/list/3', value: 1 },
    { op: 'add', path: '/list/-1', value: 1 },
    { op: 'add', path: '/list/01', value: 1 },
    { op: 'add', path: '/list/4294967296', value: 1 },
    { op: 'add', path: '/list/one', value: 1 },
    { op: 'add', path: '/b' },
    { op: 'test', path: '/a' },
  ])('fails by %j as INVALID with the index of the operation', (operation) => {
    const document = { a: 1, list: [1, 2], text: 'x' }
    expect(failing(document, [{ op: 'test', path: '/a', value: 1 }, operation])).toMatchObject({
      code: 'INVALID',
      errors: [{ message: 'error.patch.operation', args: ['1'] }],
      message: expect.stringContaining(`${operation.op} ${operation.path}`),
    })
  })

  it.each([
    { op: 'add', path: '/a/__proto__', value: 1 },
    { op: 'test', path: '/__proto__', value: 1 },
    { op: 'copy', from: '/b', path: 'a/constructor/prototype' },
    { op: 'move', from: '/a/__proto__/x', path: '/b' },
  ])('says that a merge patch reaches what %j cannot', (change) => {
    expect(failing({ a: {}, b: 1 }, [change])).toMatchObject({
      code: 'INVALID',
      errors: [{ message: 'error.patch.operation', args: ['0'] }],
      message: expect.stringMatching(
        /^Operation 0 of the patch cannot be applied: JSON Patch does not reach .*merge patch/,
      ),
    })
  })

  const pointers = ['__proto__', 'constructor', 'prototype', 'toString', 'a/__proto__', 'a/constructor'].flatMap(
    (one) =>
      ['', '/polluted', '/prototype', '/prototype/polluted', '/__proto__/polluted'].map((rest) => `/${one}${rest}`),
  )
  it.each(pointers)('never reaches a prototype by %s', (path) => {
    const documents = [{ a: {}, b: 1 }, { a: [], b: 1 }, JSON.parse('{"a":{"__proto__":{}},"__proto__":{},"b":1}')]
    const changes = [
      { op: 'add', path, value: 1 },
      { op: 'replace', path, value: 1 },
      { op: 'copy', from: '/b', path },
      { op: 'move', from: '/b', path },
      { op: 'remove', path },
      { op: 'copy', from: path, path: '/c' },
    ]
    for (const document of documents) for (const change of changes) failing(document, [change])
    expect({}).not.toHaveProperty('polluted')
    expect([]).not.toHaveProperty('polluted')
    expect(Object).not.toHaveProperty('polluted')
    expect(Object.prototype.toString.call([])).toBe('[object Array]')
  })
})

describe('the size of a patched document', () => {
  it('is checked before each copy, so that doubling ends early', () => {
    const bomb = Array.from({ length: 22 }, () => ({ op: 'copy', from: '/a', path: '/a/-' }))
    const document = { a: ['x'.repeat(1000)] }
    expect(failing(document, bomb)).toMatchObject({
      code: 'TOO_LARGE',
      errors: [{ message: 'error.patch.size', args: ['10', String(MIB)] }],
    })
  })

  it('is checked for repeated copies', () => {
    const bomb = Array.from({ length: 500 }, () => ({ op: 'copy', from: '/a', path: '/b' }))
    expect(failing({ a: 'x'.repeat(10_000), b: '' }, bomb)).toMatchObject({ code: 'TOO_LARGE' })
  })

  it.each([
    ['an added member', { a: 1 }, { op: 'add', path: '/b', value: 'xyz' }],
    ['an added member that is there', { a: 1, b: 2 }, { op: 'add', path: '/b', value: 'xyz' }],
    ['an added element', { a: [1] }, { op: 'add', path: '/a/-', value: 'xyz' }],
    ['a replaced member', { a: 1 }, { op: 'replace', path: '/a', value: 'xyz' }],
    ['a replaced document', { a: 1 }, { op: 'replace', path: '', value: { b: 'xyz' } }],
    ['a copied member', { a: { c: 1 } }, { op: 'copy', from: '/a', path: '/b' }],
    ['a member moved to a longer name', { a: { c: 1 } }, { op: 'move', from: '/a', path: '/longer' }],
    ['text beyond ASCII', { a: 1 }, { op: 'add', path: '/é', value: '😀"\\' }],
  ])('can reach but not exceed the limit by %s', (_, document, operation) => {
    const size = bytes(apply(document, [operation]))
    const slack = operation.op === 'move' ? 1 : 0
    expect(bytes(apply(document, [operation], size + slack))).toBe(size)
    expect(failing(document, [operation], size - 1)).toMatchObject({ code: 'TOO_LARGE' })
  })

  it('does not count replaced or removed values', () => {
    const text = 'x'.repeat(1000)
    const patch = Array.from({ length: 300 }, () => [
      { op: 'add', path: '/a', value: text },
      { op: 'add', path: '/b', value: [text] },
      { op: 'remove', path: '/b' },
    ]).flat()
    expect(apply({ a: '' }, patch, 4000)).toEqual({ a: text })
  })

  it('is counted from null after the document is removed', () => {
    const patch = [
      { op: 'remove', path: '' },
      { op: 'add', path: '', value: { a: [] } },
      { op: 'add', path: '/b', value: 1 },
    ]
    const size = bytes(apply({ a: 'x' }, patch))
    expect(failing({ a: 'x' }, patch, size - 1)).toMatchObject({ code: 'TOO_LARGE' })
  })

  it('may exceed the limit if the patch makes the document smaller', () => {
    const document = { a: 'x'.repeat(100), b: 1 }
    expect(failing(document, [{ op: 'remove', path: '/b' }], 50)).toEqual({ result: { a: document.a } })
  })

  it('never exceeds the limit unless it did before, for any patch', () => {
    const name = fc.constantFrom('a', 'b', 'cc', '0', '1', '-')
    const pointer = fc.array(name, { maxLength: 3 }).map((steps) => steps.map((step) => `/${step}`).join(''))
    const value = fc.constantFrom<unknown>(1, 'xxxxxxxx', {}, [], { a: [] }, ['x', 'y'], { a: { b: 1 } })
    const operation = fc.record({
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy'),
      path: pointer,
      from: pointer,
      value,
    })
    fc.assert(
      fc.property(
        value,
        fc.array(operation, { maxLength: 12 }),
        fc.integer({ min: 10, max: 60 }),
        (first, all, limit) => {
          let document: unknown = { a: first, b: [first] }
          for (const one of all) {
            const answer = failing(document, [one], limit) as { result?: unknown }
            if (!('result' in answer)) continue
            expect(bytes(answer.result)).toBeLessThanOrEqual(Math.max(limit, bytes(document)))
            document = answer.result
          }
          const whole = failing({ a: first, b: [first] }, all, limit) as { result?: unknown }
          if ('result' in whole)
            expect(bytes(whole.result)).toBeLessThanOrEqual(Math.max(limit, bytes({ a: first, b: [first] })))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
