import fc from 'fast-check'
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

describe('a number and a text', () => {
  it.each([
    ['1234567890123456789', 1234567890123456701n],
    ['9007199254740993', 9007199254740992n],
    ['-9007199254740993', -9007199254740992n],
    ['9007199254740992.5', 9007199254740992n],
    ['1.00000000000000000001', 1n],
    ['123456789012345678901234', 123456789012345678901234n],
  ])('%s and %d are not the same digits, so they are not equal', (text, digits) => {
    const number = Number(digits)
    expect([holds({ operator: 'is', value: text }, number), holds({ operator: 'is', value: number }, text)]).toEqual([
      false,
      false,
    ])
    expect(holds({ operator: 'is', values: ['x', text], ignoreCase: true }, [number])).toBe(false)
    expect(holds({ operator: 'is', value: text }, text)).toBe(true)
  })

  it.each([
    ['9007199254740992', 2 ** 53],
    ['9007199254740991', 2 ** 53 - 1],
    ['-9007199254740991.000', 1 - 2 ** 53],
    ['12345678901234567000', 12345678901234567000],
    ['1000000000000000000000', 1e21],
    ['0000000000000000007', 7],
    ['0.1', 0.1],
    ['0.1000000000000000000', 0.1],
    ['0.30000000000000004', 0.1 + 0.2],
    ['0.0000000000000000000012', 1.2e-21],
  ])('%s and %d are equal', (text, number) => {
    expect([holds({ operator: 'is', value: text }, number), holds({ operator: 'is', value: number }, text)]).toEqual([
      true,
      true,
    ])
  })

  it('are equal only if the number is printed with the same digits', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: -500, max: 500 }),
        (one, by) => {
          const [text, number] = [String(one), Number(one + BigInt(by))]
          const expected = String(number) === text
          expect(holds({ operator: 'is', value: text }, number)).toBe(expected)
          expect(holds({ operator: 'is', value: number }, text)).toBe(expected)
        },
      ),
    )
  })

  it('are ordered as numbers, exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: -9, max: 9 }), (one, by) => {
        const [bound, attribute] = [String(one), String(one + BigInt(by))]
        const order = (operator: 'lessThan' | 'atMost' | 'atLeast' | 'moreThan') =>
          holds({ operator, value: bound }, attribute)
        expect([order('lessThan'), order('atMost'), order('atLeast'), order('moreThan')]).toEqual([
          by < 0,
          by <= 0,
          by >= 0,
          by > 0,
        ])
      }),
    )
  })
})

describe('numbers', () => {
  it.each([
    ['lessThan', 10, [9, -1, '9', '9.99'], [10, 11, '10', 'nine', '', true]],
    ['atMost', 10, [9, 10, '10', '10.0'], [10.5, 11, '11', 'ten', false]],
    ['atLeast', 10, [10, 11, '10'], [9, '9.5', 'zzz', true]],
    ['moreThan', 10, [11, '11', 10.001], [10, 9, '10', 'zzz', Number.NaN]],
    ['lessThan', '10', [9, '9', '09', '-100'], [10, 11, '10', '100000', 'a', '']],
    ['atMost', '10', [10, '10', '10.00', '3'], [11, '11', '100', ' 9']],
    ['atLeast', '18', [18, '18', '100'], [17, '9', '17.99', '2', 'adult', null]],
    ['moreThan', '10', [11, '11', '100'], [10, '9', '10', '1e9', '0x11']],
    ['atLeast', '9007199254740993', ['9007199254740993', '9007199254740994', 2 ** 54], ['9007199254740992', 2 ** 53]],
    ['lessThan', '9007199254740993', ['9007199254740992', 2 ** 53], ['9007199254740993', '09007199254740993.0']],
    ['moreThan', 2 ** 53, ['9007199254740993', '9007199254740992.1'], ['9007199254740992', '-9007199254740993']],
    ['lessThan', '-9007199254740993', ['-9007199254740994'], ['-9007199254740993', '-9007199254740992', -(2 ** 53)]],
    ['atMost', 0, ['-0', '0.0', `-0.${'0'.repeat(400)}1`], [`0.${'0'.repeat(400)}1`]],
    ['moreThan', Number.NaN, [], [1, '1', Number.NaN]],
    ['atMost', 10, [Number.NEGATIVE_INFINITY], [Number.NaN, Number.POSITIVE_INFINITY]],
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
