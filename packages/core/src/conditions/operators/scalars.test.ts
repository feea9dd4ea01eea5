import { describe, expect, it } from 'vitest'
import { holds } from '../conditions.fixture.ts'

describe('is', () => {
  it.each([
    ['FR', 'FR', true],
    ['FR', 'fr', false],
    ['FR', 'FR ', false],
    ['', '', true],
    [true, true, true],
    [true, false, false],
    [true, 'true', false],
    ['true', true, false],
    [1, true, false],
    [1, 1, true],
    [1, '1', true],
    ['1', 1, true],
    [1.5, '1.50', true],
    ['-12.5', -12.5, true],
    ['007', 7, true],
    ['007', '7', false],
    ['1.0', '1', false],
    ['+1', 1, false],
    ['1e3', 1000, false],
    ['.5', 0.5, false],
    [' 1', 1, false],
    ['0x10', 16, false],
    ['NaN', Number.NaN, false],
    [0, '-0', true],
    ['x', {}, false],
    ['[object Object]', {}, false],
  ])('value %j is the attribute %j: %s', (value, attribute, expected) => {
    expect(holds({ operator: 'is', value }, attribute)).toBe(expected)
    expect(holds({ operator: 'is', values: ['other', value, 99] }, attribute)).toBe(expected)
  })

  it.each([
    ['FR', 'fr', true],
    ['straße', 'STRASSE', true],
    ['ΟΔΟΣ', 'οδος', true],
    ['É', 'é', true],
    ['é', 'e', false],
    ['7', 7, true],
  ])('value %j is the attribute %j without regard to case: %s', (value, attribute, expected) => {
    expect(holds({ operator: 'is', value, ignoreCase: true }, attribute)).toBe(expected)
    expect(holds({ operator: 'is', values: ['x', value], ignoreCase: true }, attribute)).toBe(expected)
  })

  it.each(['is', 'startsWith', 'lessThan', 'before', 'versionIs', 'inNetwork'] as const)(
    'without values, %s is never true',
    (operator) => {
      for (const attribute of ['', 'a', 0, true, [], ['']])
        expect(holds({ operator, values: [] }, attribute)).toBe(false)
    },
  )
})

describe('numbers', () => {
  it.each([
    ['lessThan', 10, [9, -1, '9', '9.99'], [10, 11, '10', 'nine', '', true]],
    ['atMost', 10, [9, 10, '10', '10.0'], [10.5, 11, '11', 'ten', false]],
    ['atLeast', 10, [10, 11, '10'], [9, '9.5', 'zzz', true]],
    ['moreThan', 10, [11, '11', 10.001], [10, 9, '10', 'zzz', Number.NaN]],
    ['lessThan', '10', [9, '09', ''], [10, 11, '9', 'a']],
    ['moreThan', '10', [11, '9', '100'], [10, '1', '10']],
  ] as const)('%s %j is true for %j and false for %j', (operator, value, yes, no) => {
    for (const attribute of yes) expect([attribute, holds({ operator, value }, attribute)]).toEqual([attribute, true])
    for (const attribute of no) expect([attribute, holds({ operator, value }, attribute)]).toEqual([attribute, false])
  })

  it.each([
    ['lessThan', 9, true],
    ['lessThan', 15, true],
    ['lessThan', 20, false],
    ['atLeast', 10, true],
    ['atLeast', 9, false],
    ['moreThan', 15, true],
  ] as const)('%s any of 20, 10 and 15 is, for %j, %s', (operator, attribute, expected) => {
    expect(holds({ operator, values: [20, 10, 15] }, attribute)).toBe(expected)
    expect(holds({ operator, values: ['20', 10, '15'] }, attribute)).toBe(expected)
  })
})

describe('presence', () => {
  it.each([
    [undefined, false],
    [null, false],
    ['', true],
    [0, true],
    [false, true],
    [[], true],
    [[null], true],
    [{}, true],
  ])('of %j: exists is %s', (attribute, expected) => {
    expect(holds({ operator: 'exists' }, attribute)).toBe(expected)
    expect(holds({ operator: 'missing' }, attribute)).toBe(!expected)
  })
})
