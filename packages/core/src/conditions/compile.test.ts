import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileCondition } from './compile.ts'
import type { Condition } from './condition.ts'
import { anyCondition, anyContext, environment, isTrue } from './conditions.fixture.ts'

const yes: Condition = { all: [] }
const no: Condition = { any: [] }
const absent: Condition = { segment: 'absent' }

describe('attributes', () => {
  const isAnn = (attribute: string): Condition => ({ attribute, operator: 'is', value: 'ann' })

  it.each([
    ['name', { name: 'ann' }, true],
    ['name', {}, false],
    ['name', undefined, false],
    ['name', Object.create({ name: 'ann' }), false],
    ['constructor', {}, false],
    ['/user/name', { user: { name: 'ann' } }, true],
    ['/user/name', { '/user/name': 'ann' }, false],
    ['/~1user~1name', { '/user/name': 'ann' }, true],
    ['/a~1b/c~0d', { 'a/b': { 'c~d': 'ann' } }, true],
    ['/users/1', { users: ['bob', 'ann'] }, true],
    ['/users/01', { users: ['bob', 'ann'] }, false],
    ['/users/length', { users: ['bob', 'ann'] }, false],
    ['/user/constructor/name', { user: {} }, false],
    ['/', { '': 'ann' }, true],
    ['user.name', { user: { name: 'ann' } }, false],
    ['user.name', { 'user.name': 'ann' }, true],
    ['__proto__', JSON.parse('{"__proto__": "ann"}'), true],
    ['/__proto__/name', JSON.parse('{"__proto__": {"name": "ann"}}'), true],
    ['/__proto__/name', Object.create({ name: 'ann' }), false],
    ['id', { id: 'ann' }, true],
    ['id', { id: ['ann'] }, false],
  ])('%s is ann in %j: %s', (attribute, context, expected) => {
    expect(isTrue(isAnn(attribute), context)).toBe(expected)
  })

  it('the id is a text, also if it was sent as a number', () => {
    expect(isTrue({ attribute: 'id', operator: 'startsWith', value: '4' }, { id: 42 })).toBe(true)
    expect(isTrue({ attribute: 'id', operator: 'is', value: 42 }, { id: '42' })).toBe(true)
    expect(isTrue({ attribute: 'id', operator: 'exists' }, { id: { name: 'ann' } })).toBe(false)
  })

  it.each([
    [['bob', 'ann'], true],
    [['bob'], false],
    [[], false],
    [[null, undefined], false],
    [[['ann']], false],
  ])('a list is looked at item by item: %j', (names, expected) => {
    expect(isTrue(isAnn('names'), { names })).toBe(expected)
  })

  it('every operator but exists and missing is false without its attribute', () => {
    expect(isTrue({ not: isAnn('name') }, {})).toBe(true)
    expect(isTrue({ attribute: 'name', operator: 'lessThan', value: 1 }, { name: null })).toBe(false)
  })

  it('are read once per check, getters included', () => {
    let reads = 0
    const context = {
      get name() {
        reads++
        return 'ann'
      },
    }
    expect(isTrue(isAnn('name'), context)).toBe(true)
    expect(reads).toBe(1)
  })

  it('of 1,000,000 items are searched to the last', () => {
    expect(isTrue(isAnn('names'), { names: Array.from({ length: 1_000_000 }, (_, i) => `name ${i}`) })).toBe(false)
  })
})

describe('all, any and not', () => {
  it.each<[Condition, boolean]>([
    [yes, true],
    [no, false],
    [{ all: [yes] }, true],
    [{ all: [yes, no] }, false],
    [{ any: [no, yes] }, true],
    [{ any: [no] }, false],
    [{ not: yes }, false],
    [{ not: { all: [yes, { not: { any: [no, yes] } }] } }, true],
  ])('%j is %s', (condition, expected) => {
    expect(isTrue(condition)).toBe(expected)
  })

  it('obey the laws of logic', () => {
    fc.assert(
      fc.property(anyCondition, anyCondition, anyContext, (a, b, context) => {
        const is = (condition: Condition) => isTrue(condition, context)
        const { isUnresolved } = compileCondition({ all: [a, b] }, environment)
        if (isUnresolved?.(context)) return
        expect(is({ not: { not: a } })).toBe(is(a))
        expect(is({ all: [a, b] })).toBe(is(a) && is(b))
        expect(is({ any: [a, b] })).toBe(is(a) || is(b))
        expect(is({ not: { all: [a, b] } })).toBe(is({ any: [{ not: a }, { not: b }] }))
        expect(is({ all: [b, a] })).toBe(is({ all: [a, b] }))
      }),
    )
  })
})

describe('segments and features', () => {
  it.each<[Condition, boolean]>([
    [{ segment: 'everybody' }, true],
    [{ segment: 'nobody' }, false],
    [{ segment: 'french' }, true],
    [{ feature: 'french' }, true],
    [{ feature: 'french', active: true }, true],
    [{ feature: 'french', active: false }, false],
    [{ feature: 'nobody', active: false }, true],
  ])('%j is %s', (condition, expected) => {
    expect(isTrue(condition, { country: 'FR' })).toBe(expected)
  })

  it.each<Condition>([
    absent,
    { not: absent },
    { feature: 'absent' },
    { feature: 'absent', active: false },
    { feature: 'constructor', active: false },
    { any: [yes, absent] },
    { any: [yes, { not: { all: [no, absent] } }] },
    { not: { all: [no, { segment: 'odd' }] } },
  ])('%j is unresolved, and therefore false', (condition) => {
    const compiled = compileCondition(condition, environment)
    expect(compiled.isTrue({})).toBe(false)
    expect(compiled.isUnresolved?.({})).toBe(true)
  })

  it('a segment can be unresolved for some clients alone', () => {
    const compiled = compileCondition({ any: [yes, { segment: 'odd' }, { feature: 'french' }] }, environment)
    expect(['listed', 'other'].map((id) => compiled.isTrue({ id }))).toEqual([true, false])
    expect(['listed', 'other'].map((id) => compiled.isUnresolved?.({ id }))).toEqual([false, true])
  })

  it('a condition without references is never unresolved', () => {
    expect(compileCondition(yes, environment).isUnresolved).toBeUndefined()
    expect(compileCondition({ segment: 'french' }, environment).isUnresolved).toBeUndefined()
  })

  it('a reference may change its test without being compiled again', () => {
    let isIn = false
    const segment = () => ({ isTrue: () => isIn })
    const { isTrue: test } = compileCondition({ segment: 's' }, { ...environment, segment })
    expect(test({})).toBe(false)
    isIn = true
    expect(test({})).toBe(true)
  })
})

describe('conditions of a later version', () => {
  it.each([
    [{ attribute: 'a', operator: 'soundsLike', value: 'b' }],
    [{ attribute: 'a', operator: 'constructor', value: 'b' }],
    [{ attribute: 'a', operator: 'is', value: 'b', ignoreAccents: true }],
    [{ not: { planet: 'earth' } }],
    [{ segment: 's', since: '2026-05-01' }],
    [{ time: { from: '2026-05-01', months: ['JAN'] } }],
    [{}],
  ])('%j is not compiled, because the result would be wrong', (condition) => {
    expect(() => compileCondition(condition as never, environment)).toThrow(
      expect.objectContaining({ code: 'INVALID' }),
    )
  })

  it('neither is an expression without its engine', () => {
    const condition: Condition = { attribute: 'a', operator: 'matches', value: 'b' }
    expect(() => compileCondition(condition, { ...environment, patterns: undefined })).toThrow(/loadPatterns/)
  })
})

it('finds a client among 10,000 values', () => {
  const values = Array.from({ length: 10_000 }, (_, i) => `client ${i}`)
  const { isTrue: listed } = compileCondition({ attribute: 'id', operator: 'is', values }, environment)
  expect(listed({ id: 'client 9999' })).toBe(true)
  expect(listed({ id: 'client 10000' })).toBe(false)
})
