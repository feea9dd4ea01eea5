import { describe, expect, it } from 'vitest'
import { freeName, scalarMembers, withEntry } from './members.ts'
import { holdsJson, mismatch, withKind } from './value-kind.ts'

describe('a value', () => {
  it.each([
    [5, 'string', '5'],
    ['7.5', 'number', 7.5],
    ['x', 'number', 0],
    ['{"a":1}', 'object', { a: 1 }],
    ['[1]', 'array', [1]],
    [3, 'array', [3]],
    ['', 'array', []],
    ['false', 'boolean', false],
    [{}, 'null', null],
  ] as const)('%j becomes a %s: %j', (value, kind, next) => {
    expect(withKind(value, kind)).toEqual(next)
  })

  it('that is not of the type says so; schemas are checked by the service', () => {
    expect(mismatch('x', 'number')).toBe('The type is number, and this value is a string.')
    expect(mismatch({}, 'array')).toBe('The type is array, and this value is an object.')
    expect(mismatch(1, 'number')).toBeUndefined()
    expect(mismatch('x', { type: 'number' })).toBeUndefined()
    expect(mismatch('x', undefined)).toBeUndefined()
  })

  it('holds JSON only in configs without a type', () => {
    expect(holdsJson(' {"a": 1}', undefined)).toBe(true)
    expect(holdsJson('{"a": 1}', 'string')).toBe(false)
    expect(holdsJson('{"a": ', undefined)).toBe(false)
    expect(holdsJson('5', undefined)).toBe(false)
  })
})

describe('a table of members', () => {
  const members = scalarMembers({ a: 1, name: 'x', none: null })!

  it('shows scalars only', () => {
    expect(members).toEqual([
      ['a', 1],
      ['name', 'x'],
      ['none', null],
    ])
    for (const value of [{ a: [] }, [1], null, 'x']) expect(scalarMembers(value)).toBeUndefined()
  })

  it('keeps its order when a member is renamed, and takes any name', () => {
    expect(JSON.stringify(withEntry(members, 0, ['b', 2]))).toBe('{"b":2,"name":"x","none":null}')
    expect(JSON.stringify(withEntry(members, 1, ['__proto__', 'y']))).toBe('{"a":1,"__proto__":"y","none":null}')
    expect(withEntry(members, 2, undefined)).toEqual({ a: 1, name: 'x' })
    expect(freeName(members)).toBe('name2')
  })
})
