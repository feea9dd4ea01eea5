import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, compileWhere, matches } from './pattern.ts'

/** A reference implementation of the rule: slow and obviously correct. */
function isMatch(list: string, key: string): boolean {
  const alternatives = list.split(',').filter((one) => one !== '')
  const excluding = alternatives.filter((one) => one.startsWith('!'))
  const selecting = alternatives.filter((one) => !one.startsWith('!'))
  const isSelected = selecting.length === 0 ? excluding.length > 0 : selecting.some((one) => fits(one, key))
  return isSelected && !excluding.some((one) => fits(one.slice(1), key))
}
function fits(pattern: string, key: string): boolean {
  if (pattern === '') return key === ''
  if (pattern.startsWith('*')) return fits(pattern.slice(1), key) || (key !== '' && fits(pattern, key.slice(1)))
  return key[0] === pattern[0] && fits(pattern.slice(1), key.slice(1))
}

describe('a pattern', () => {
  it.each([
    ['*', ['a', 'a:b', ''], []],
    ['', [], ['', 'a']],
    [',', [], ['', 'a', ',']],
    ['a', ['a'], ['A', 'ab', 'a:b', '']],
    ['a:*', ['a:b', 'a:b:c', 'a:'], ['a', 'ab:c', 'b:a:c']],
    ['*:a', ['b:a', 'c:b:a', ':a'], ['a', 'b:a:c']],
    ['a*c', ['ac', 'abc', 'a:b:c', 'acc'], ['a', 'c', 'acb']],
    ['a*a', ['aa', 'aba'], ['a']],
    ['*b*', ['b', 'abc'], ['ac']],
    ['a**b', ['ab', 'a:b'], ['a']],
    ['ab*ba', ['abba', 'abxba'], ['aba']],
    ['*aab', ['aaab', 'aab'], ['aaba']],
    ['a,b:*', ['a', 'b:c'], ['b', 'c']],
    ['a,,b', ['a', 'b'], ['']],
    ['*,!a:*', ['a', 'b'], ['a:b']],
    ['!a', ['b', 'ab'], ['a']],
    ['!a,!b*', ['c'], ['a', 'b', 'bc']],
    ['a*,!ab,!ac*', ['a', 'ad'], ['ab', 'ac', 'acd', 'b']],
    ['a!b', ['a!b'], ['a']],
    ['a.c', ['a.c'], ['abc']],
    ['[ab]', ['[ab]'], ['a']],
    ['a?', ['a?'], ['ab', 'a']],
    ['(a+)+$', ['(a+)+$'], ['aa']],
    ['%', ['%'], ['a']],
    ['_', ['_'], ['a']],
    ['é*', ['été', 'é'], ['e']],
    ['*😀', ['a😀'], ['a😁']],
  ])('%j matches %j and not %j', (pattern, matching, others) => {
    expect(matching.filter((key) => !matches(pattern, key))).toEqual([])
    expect(others.filter((key) => matches(pattern, key))).toEqual([])
  })

  const text = fc.string({ unit: fc.constantFrom('a', 'b', ':', '*', ',', '!'), maxLength: 10 })
  const key = fc.string({ unit: fc.constantFrom('a', 'b', ':'), maxLength: 8 })

  it('follows its rule for any list and key', () => {
    fc.assert(
      fc.property(text, key, (list, one) => {
        expect(matches(list, one)).toBe(isMatch(list, one))
      }),
      { numRuns: 2000 },
    )
  })

  it('has the common prefix of its matches, and whether only one key or every key with it matches', () => {
    fc.assert(
      fc.property(text, key, (list, one) => {
        const { prefix, exact, whole } = compilePattern(list)
        if (whole) expect(matches(list, one)).toBe(one.startsWith(prefix))
        if (!matches(list, one)) return
        expect(one.startsWith(prefix)).toBe(true)
        if (exact) expect(one).toBe(prefix)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    [[], true],
    [['*'], true],
    [['shop:*'], true],
    [['*', 'shop:*'], true],
    [['shop:*', 'shop:a*'], true],
    [['shop:*', 'bank:*'], false],
    [['shop:*,bank:*'], false],
    [['shop:*,!shop:a'], false],
    [['*:a'], false],
    [['shop'], false],
    [[''], false],
  ])('%j selects every key with its prefix: %j', (lists, whole) => {
    expect(compileWhere(lists).whole).toBe(whole)
  })

  it('never splits a character in its prefix', () => {
    expect(compilePattern('a😀*,a😁*').prefix).toBe('a')
  })

  it('can combine several lists', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), key, (lists, one) => {
        const where = compileWhere(lists)
        const isIn = lists.every((list) => isMatch(list, one))
        expect(where.matches(one)).toBe(isIn)
        if (where.whole) expect(isIn).toBe(one.startsWith(where.prefix))
        if (isIn) expect(one.startsWith(where.prefix)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('a hostile pattern', () => {
  /** A key that counts the characters searched in it. */
  function counting(text: string) {
    let searched = 0
    const indexOf = (part: string, from = 0) => {
      const found = text.indexOf(part, from)
      searched += (found < 0 ? text.length : found + part.length) - from
      return found
    }
    return { key: Object.assign(Object(text) as string, { indexOf }), searched: () => searched }
  }

  it.each([
    [`${'*a'.repeat(250)}*b`, 'a'.repeat(500)],
    [`${'*a'.repeat(250)}*b*`, 'a'.repeat(500)],
    [`${'*a'.repeat(600)}*`, 'a'.repeat(500)],
    [`${'a*'.repeat(400)}b*c`, `${'a'.repeat(500)}c`],
    [`${'*ab'.repeat(300)}*`, 'ab'.repeat(250)],
    [`*${'*'.repeat(1000)}b*`, 'a'.repeat(500)],
  ])('%.10s… scans a key once', (pattern, text) => {
    const { key, searched } = counting(text)
    expect(matches(pattern, key)).toBe(matches(pattern, text))
    expect(searched()).toBeLessThanOrEqual(text.length)
  })
})
