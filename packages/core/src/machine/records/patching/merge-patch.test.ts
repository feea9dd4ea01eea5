import { describe, expect, it } from 'vitest'
import { applyMergePatch } from './merge-patch.ts'

describe('a merge patch', () => {
  it.each<[document: unknown, patch: unknown, result: unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('turns %j with %j into %j', (document, patch, result) => {
    const before = JSON.stringify([document, patch])
    expect(applyMergePatch(document, patch)).toEqual(result)
    expect(JSON.stringify([document, patch])).toBe(before)
  })

  it.each<[replaced: true | string, document: object, patch: object, result: object]>([
    [true, { when: { a: 1 } }, { when: { b: null } }, { when: { b: null } }],
    [true, { when: { a: 1 } }, { when: null }, {}],
    ['even by null', { when: { a: 1 } }, { when: null }, { when: null }],
    ['kind', { kind: 1, when: { a: 1 } }, { kind: 2, when: { b: 1 } }, { kind: 2, when: { b: 1 } }],
    ['kind', { kind: 1, when: { a: 1 } }, { kind: 1, when: { b: 1 } }, { kind: 1, when: { a: 1, b: 1 } }],
  ])('that replaces a member as a whole (%j) turns %j with %j into %j', (replaced, document, patch, result) => {
    expect(applyMergePatch(document, patch, { when: replaced })).toEqual(result)
  })

  it('reaches no prototype', () => {
    const result = applyMergePatch({}, JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}'))
    expect(JSON.stringify(result)).toBe('{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}')
    expect(({} as Record<string, unknown>).x).toBeUndefined()
    expect(({} as Record<string, unknown>).y).toBeUndefined()
  })
})
