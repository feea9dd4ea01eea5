import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holds } from '../conditions.fixture.ts'

const operators = ['startsWith', 'endsWith', 'contains'] as const

describe('texts', () => {
  it.each([
    ['startsWith', 'ab', ['ab', 'abc'], ['a', 'AB', 'xab', '', 7]],
    ['endsWith', 'ab', ['ab', 'xab'], ['b', 'AB', 'abx', '']],
    ['contains', 'ab', ['ab', 'xabx'], ['axb', 'AB', 'a']],
    ['startsWith', '', ['', 'a'], [0, true]],
    ['startsWith', '1', ['1', '12'], [1, 12]],
    ['contains', '😀', ['a😀b'], ['\ud83d']],
  ] as const)('%s %j is true for %j and false for %j', (operator, value, yes, no) => {
    for (const attribute of yes) expect([attribute, holds({ operator, value }, attribute)]).toEqual([attribute, true])
    for (const attribute of no) expect([attribute, holds({ operator, value }, attribute)]).toEqual([attribute, false])
  })

  it.each([
    ['startsWith', 'ÉA', 'éab'],
    ['endsWith', 'ΟΣ', 'οδος'],
    ['contains', 'Ipad', 'an iPAD here'],
  ] as const)('%s %j in %j without regard to case', (operator, value, attribute) => {
    expect(holds({ operator, value }, attribute)).toBe(false)
    expect(holds({ operator, value, ignoreCase: true }, attribute)).toBe(true)
    expect(holds({ operator, values: ['zz', value], ignoreCase: true }, attribute)).toBe(true)
  })

  it.each(operators)('%s of several values is that of any of them', (operator) => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 6 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), text, fc.boolean(), (values, attribute, ignoreCase) => {
        const one = values.some((value) => holds({ operator, value, ignoreCase }, attribute))
        expect(holds({ operator, values, ignoreCase }, attribute)).toBe(one)
      }),
    )
  })
})

describe('matches', () => {
  it.each([
    ['^shop-\\d+', ['shop-7', 'shop-12.eu'], ['a shop-7', 'shop-', 7]],
    ['\\d', ['a1b'], ['ab', 1]],
    ['(?i)ipad', ['an iPad'], ['ipod']],
    ['', ['', 'a'], []],
    ['é', ['été'], ['ete']],
  ] as const)('%j matches %j and not %j', (value, yes, no) => {
    for (const attribute of yes)
      expect([attribute, holds({ operator: 'matches', value }, attribute)]).toEqual([attribute, true])
    for (const attribute of no)
      expect([attribute, holds({ operator: 'matches', value }, attribute)]).toEqual([attribute, false])
    for (const attribute of yes) expect(holds({ operator: 'matches', values: ['^$a', value] }, attribute)).toBe(true)
  })

  it('takes time in proportion to the text, whatever the expression', () => {
    expect(holds({ operator: 'matches', value: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).toBe(false)
  })
})
