import fc from 'fast-check'
// @ts-expect-error the package has no types
import semver from 'semver'
import { describe, expect, it } from 'vitest'
import { holds } from '../conditions.fixture.ts'
import { compareVersions, readVersion } from './semantic-version.ts'

/** Section 11 of Semantic Versioning 2.0, from the lowest precedence. */
const inOrder = [
  ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1'],
  ...['1.0.0', '2.0.0', '2.1.0', '2.1.1', '10.0.0', '99999999999999999999999.0.0', '100000000000000000000000.0.0'],
]

/** The examples that the specification gives, or that its grammar allows. */
const valid = [
  ...['0.0.4', '1.2.3', '10.20.30', '1.1.2-prerelease+meta', '1.1.2+meta', '1.1.2+meta-valid', '1.0.0-alpha.0valid'],
  ...[
    '1.0.0-alpha-a.b-c-somethinglong+build.1-aef.1-its-okay',
    '1.0.0-rc.1+build.123',
    '1.2.3----RC-SNAPSHOT.12.9.1--.12+788',
  ],
  ...['1.0.0+0.build.1-rc.10000aaa-kk-0.1', '1.0.0-0A.is.legal', '2.0.0+build.1848', '1.0.0--', '1.0.0-0.3.7'],
]

const invalid = [
  ...[
    '',
    'v',
    'one',
    '1.2.3.4',
    '01.2.3',
    '1.02.3',
    '1.2.03',
    '1..3',
    '.1',
    '1.',
    '-1',
    '1.2.3-',
    '1.2.3-01',
    '1.2.3-a..b',
  ],
  ...[
    '1.2.3+',
    '1.2.3+a..b',
    '1.2.3 ',
    ' 1.2.3',
    'vv1',
    '1.2.3-é',
    '1,2',
    '1.x',
    '^1.2.3',
    true,
    {},
    null,
    Number.NaN,
    1e21,
    -1,
  ],
]

describe('versions', () => {
  it('have the order of the specification', () => {
    for (const [i, a] of inOrder.entries())
      for (const [j, b] of inOrder.entries()) {
        expect([a, b, holds({ operator: 'versionBelow', value: b }, a)]).toEqual([a, b, i < j])
        expect([a, b, holds({ operator: 'versionAtLeast', value: b }, a)]).toEqual([a, b, i >= j])
        expect([a, b, holds({ operator: 'versionIs', value: b }, a)]).toEqual([a, b, i === j])
      }
  })

  it.each([
    ['v1.2.3', '1.2.3'],
    ['V1.2.3', '1.2.3'],
    ['1', '1.0.0'],
    ['1.2', '1.2.0'],
    ['v2-rc.1', '2.0.0-rc.1'],
    ['1.2+7', '1.2.0'],
    ['1.2.3+a', '1.2.3+b'],
    [3, '3.0.0'],
    [3.1, '3.1'],
  ])('%j has the precedence of %s', (attribute, value) => {
    expect(holds({ operator: 'versionIs', value }, attribute)).toBe(true)
    expect(holds({ operator: 'versionIs', values: ['0', value] }, attribute)).toBe(true)
    expect(holds({ operator: 'versionAtLeast', value }, attribute)).toBe(true)
    expect(holds({ operator: 'versionBelow', value }, attribute)).toBe(false)
  })

  it.each(valid)('%s is a version', (version) => {
    expect(holds({ operator: 'versionIs', value: version }, version)).toBe(true)
  })

  it.each(invalid)('%j is none, and satisfies nothing', (attribute) => {
    for (const operator of ['versionBelow', 'versionAtLeast', 'versionIs'] as const)
      for (const value of ['0', '1.2.3', '99999']) expect(holds({ operator, value }, attribute)).toBe(false)
  })

  it('several values: below the highest, at least the lowest', () => {
    const values = ['1.5', '1.10', '1.9']
    expect(['1.9.9', '1.10'].map((a) => holds({ operator: 'versionBelow', values }, a))).toEqual([true, false])
    expect(['1.5', '1.4'].map((a) => holds({ operator: 'versionAtLeast', values }, a))).toEqual([true, false])
  })

  it('compare as another implementation compares them', () => {
    const number = fc.oneof(fc.nat({ max: 12 }), fc.nat())
    const identifier = fc.oneof(number.map(String), fc.stringMatching(/^\d{0,2}[a-zA-Z-][\da-zA-Z-]{0,3}$/))
    const version = fc
      .tuple(number, number, number, fc.array(identifier, { maxLength: 4 }), fc.array(identifier, { maxLength: 2 }))
      .map(
        ([a, b, c, pre, build]) =>
          [`${a}.${b}.${c}`, pre.join('.')].filter(Boolean).join('-') + (build.length > 0 ? `+${build.join('.')}` : ''),
      )
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(Math.sign(compareVersions(readVersion(a)!, readVersion(b)!))).toBe(semver.compare(a, b))
      }),
    )
  })

  it('of hostile length are read in proportion to it', () => {
    const long = `1.0.0-${'1a.'.repeat(100_000)}`
    expect(readVersion(long)).toBeUndefined()
    expect(readVersion(`${long}b`)).toBeDefined()
  })
})
