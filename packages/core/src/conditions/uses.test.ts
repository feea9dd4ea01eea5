import { describe, expect, it } from 'vitest'
import { referencesOf, usesPatterns } from './uses.ts'

describe('the references of a condition', () => {
  it('are its segments and features, each once', () => {
    const condition = {
      all: [{ segment: 'a' }, { not: { any: [{ segment: 'b' }, { segment: 'a' }, { feature: 'c', active: false }] } }],
    }
    const { segments, features } = referencesOf(condition)
    expect([[...segments].sort(), [...features]]).toEqual([['a', 'b'], ['c']])
  })

  it.each([undefined, null, 7, {}, { all: 7 }, { segment: 7 }, { attribute: 'segment', operator: 'is', value: 'a' }])(
    'of %j are none',
    (condition) => {
      const { segments, features } = referencesOf(condition)
      expect(segments.size + features.size).toBe(0)
    },
  )
})

describe('the engine of regular expressions', () => {
  it.each([
    [{ attribute: 'a', operator: 'matches', value: 'x' }, true],
    [{ any: [{ all: [] }, { not: { attribute: 'a', operator: 'matches', values: [] } }] }, true],
    [{ attribute: 'matches', operator: 'is', value: 'matches' }, false],
    [{ any: Array(200_000).fill({ segment: 'a' }) }, false],
    ['matches', false],
  ])('case %#: is needed or not', (condition, expected) => {
    expect(usesPatterns(condition)).toBe(expected)
  })
})
