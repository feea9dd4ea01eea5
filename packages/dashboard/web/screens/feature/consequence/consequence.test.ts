import type { Feature } from '@signalbox/core/contract'
import { compileFeature, timeZone } from '@signalbox/core/evaluate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareOver } from '../../../evaluation/compare-over.ts'
import { type ConsequenceParts, consequence } from './consequence.ts'
import { outOf } from './who-changes.ts'

const settings = { timeZone: 'UTC', bucketing: 'murmur3' } as const
const now = Date.parse('2026-11-22T08:00:00Z')
const environment = { clock: () => now, zone: timeZone('UTC'), bucketing: 'murmur3' } as const
const parts: ConsequenceParts = {
  settings,
  now,
  context: { id: 'ann' },
  ids: [],
  compile: (feature) =>
    feature.activationStrategy === 'SCRIPT' || feature.activationStrategy === 'RULES'
      ? undefined
      : compileFeature(feature, environment).isActive,
}
const base = { id: 'shop:express', enabled: true } as const
const always: Feature = { ...base, activationStrategy: 'NO_STRATEGY' }
const off: Feature = { ...always, enabled: false }
const share = (percentage: number, salt?: string): Feature => ({
  ...base,
  activationStrategy: 'PERCENTAGE',
  parameters: { percentage, ...(salt !== undefined && { salt }) },
})
const list = (...customers: string[]): Feature => ({
  ...base,
  activationStrategy: 'CUSTOMERS_LIST',
  parameters: { customers },
})
const from = (releaseDate: string): Feature => ({
  ...base,
  activationStrategy: 'RELEASE_DATE',
  parameters: { releaseDate },
})
const script: Feature = { ...base, activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script: '' } }

describe('the consequence', () => {
  it.each<[string, Feature | undefined, Feature, readonly string[]]>([
    ['a larger share', share(25), share(40), ['About 15 of 100 clients would gain it, none would lose it.']],
    ['a smaller share', share(40), share(27.5), ['About 125 of 1,000 clients would lose it, nobody would gain it.']],
    ['a new share', undefined, share(25), ['About 25 of 100 clients would gain it, none would lose it.']],
    ['everybody', off, always, ['Everyone would gain it.']],
    ['the lever', always, off, ['Nobody gets it.', 'Everyone would lose it.']],
    [
      'another salt',
      share(50, 'a'),
      share(50, 'b'),
      ['About 25 of 100 clients would gain it and about 25 of 100 would lose it: another salt chooses other clients.'],
    ],
    ['the same salt by name', share(50), share(50, 'shop:express'), ['Nobody’s result changes.']],
    ['a list', list('z'), list('x', 'y'), ['2 clients would gain it (x, y), 1 would lose it (z).']],
    ['a shorter list', list('x', 'z'), list('x'), ['1 client would lose it (z), nobody would gain it.']],
    [
      'everybody after a list',
      list('x', 'y'),
      always,
      ['All other clients would gain it; none of the 2 clients listed would lose it.'],
    ],
    [
      'a list after everybody',
      always,
      list('x'),
      ['All other clients would lose it; none of the client listed would gain it.'],
    ],
    ['a date', off, from('01/02/2027 08:00:00'), ['Active from 1 Feb 2027 08:00 UTC, in 71 days.']],
    [
      'a date after everybody',
      always,
      from('01/02/2027 08:00:00'),
      ['Active from 1 Feb 2027 08:00 UTC, in 71 days.', 'Now everyone would lose it.'],
    ],
    ['a script', always, script, ['A script decides, so who gets it is known only when it runs.']],
    ['a description', always, { ...always, description: 'new' }, ['Nobody’s result changes.']],
  ])('of %s is said in a sentence', (_, saved, draft, sentences) => {
    expect(consequence(saved, draft, parts)).toEqual(sentences)
  })

  it('counts over the ids of the user as the evaluator does', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `client-${index}`)
    const [, counted] = consequence(share(25), share(40), { ...parts, ids })
    const [before, after] = [share(25), share(40)].map((one) => compileFeature(one, environment))
    const begin = ids.filter((id) => after!.isActive({ id }) && !before!.isActive({ id }))
    expect(counted).toContain(`Of your 10,000 ids, ${begin.length.toLocaleString('en')} would gain it`)
    expect(counted).toContain('none would lose it')
  })

  it('of rules is computed over a sample with the attributes at hand', () => {
    const rules: Feature = { ...base, activationStrategy: 'RULES', parameters: { rules: [{ percentage: 50 }] } }
    const compile = () => (context: object | undefined) => (context as { id?: string }).id === 'client-7'
    expect(consequence(undefined, rules, { ...parts, compile })).toEqual([
      'In a sample of 1,000 clients with these attributes, 1 would gain it and none would lose it. This client keeps its result.',
    ])
    expect(consequence(off, rules, parts)[0]).toContain('can’t be told')
  })

  it('of a share: nobody loses it who would keep it, and the numbers are those of the buckets', () => {
    const ids = Array.from({ length: 300 }, (_, index) => `c${index}`)
    const percentage = fc.integer({ min: 0, max: 100_000 }).map((bound) => bound / 1000)
    fc.assert(
      fc.property(percentage, percentage, (one, other) => {
        const [saved, draft] = [share(one), share(other)]
        const { begin, lose } = compareOver({ ids, saved, draft, settings, now })!
        const [sentence] = consequence(saved, draft, parts)
        if (other >= one) expect(lose).toEqual([])
        if (other <= one) expect(begin).toEqual([])
        const difference = Math.round(Math.abs(other - one) * 1000)
        if (difference > 0 && difference < 100_000) expect(sentence).toContain(`About ${outOf(difference)} clients`)
      }),
    )
  })

  it('of lists is exact', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,2}$/), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        const begin = other.filter((id) => !one.includes(id))
        const lose = one.filter((id) => !other.includes(id))
        const [sentence] = consequence(list(...one), list(...other), parts)
        expect(sentence).toBe(ofLists(begin, lose))
      }),
    )
  })

  it('of any pair of features says whether anything changes', () => {
    const known = [always, off, share(30), share(30, 's'), share(0), list('a', 'b'), from('01/02/2020 08:00:00')]
    const any = fc.constantFrom(...known)
    const clients = ['a', 'b', ...Array.from({ length: 300 }, (_, index) => `c${index}`)]
    const resultsOf = (feature: Feature) => {
      const { isActive } = compileFeature(feature, environment)
      return clients.map((id) => isActive({ id })).join()
    }
    fc.assert(
      fc.property(any, any, (one, other) => {
        const sentences = consequence(one, other, parts).join(' ')
        const isChanged = resultsOf(one) !== resultsOf(other)
        expect(/would (?:gain|lose) it/.test(sentences)).toBe(isChanged)
        if (isChanged) expect(sentences).not.toContain('Nobody’s')
      }),
    )
  })

  it('of parameters that are not valid is left to the service', () => {
    const invalid = { ...base, activationStrategy: 'CUSTOMERS_LIST' } as unknown as Feature
    expect(consequence(always, invalid, parts)).toEqual([])
  })

  describe('compiles a feature', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `client-${index}`)
    const rules: Feature = { ...base, activationStrategy: 'RULES', parameters: { rules: [] } }

    it.each<[string, number, Feature, Feature]>([
      ['not at all between lists', 0, list(...many), list(...many, 'new')],
      ['once a side between a list and a share', 2, list(...many), share(30)],
      ['once a side over a sample', 2, rules, { ...rules, parameters: { rules: [{ percentage: 5 }] } }],
    ])('%s', (_, most, saved, draft) => {
      let compilations = 0
      const compile = (feature: Feature) => {
        compilations++
        return feature === draft ? () => true : () => false
      }
      expect(consequence(saved, draft, { ...parts, compile })).toHaveLength(1)
      expect(compilations).toBe(most)
    })

    it('and evaluates no more clients than a sample has', () => {
      const ids = Array.from({ length: 20_000 }, (_, index) => `client-${index}`)
      let evaluations = 0
      const compile = () => () => {
        evaluations++
        return false
      }
      const draft = { ...rules, parameters: { rules: [{ percentage: 5 }] } } as Feature
      expect(consequence(rules, draft, { ...parts, ids, compile })[0]).toMatch(
        /^In a sample of the first 5,000 of your 20,000 ids/,
      )
      expect(evaluations).toBeLessThanOrEqual(2 * 5001)
    })
  })
})

function ofLists(begin: readonly string[], lose: readonly string[]): string {
  if (begin.length + lose.length === 0) return 'Nobody’s result changes.'
  const loses = (noun: string) => `${lose.length} ${noun}would lose it (${lose.join(', ')})`
  if (begin.length === 0) return `${loses(lose.length === 1 ? 'client ' : 'clients ')}, nobody would gain it.`
  const begins = `${begin.length} ${begin.length === 1 ? 'client' : 'clients'} would gain it (${begin.join(', ')})`
  return `${begins}, ${lose.length === 0 ? 'none would lose it' : loses('')}.`
}
