import {
  type AuthorizedPatterns,
  allowedPatterns,
  type Grantee,
  isAllowed,
  matches,
  rights,
} from '@signalbox/core/grants'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accessConsequence, without } from './access-consequence.ts'

const ids = ['shop', 'shop:a', 'shop:b', 'shop:b:c', 'site', 'site:a', '__proto__']
const countOf = (domain: string, pattern: string) =>
  domain === 'Feature' ? ids.filter((id) => matches(pattern, id)).length : domain === 'Config' ? undefined : 0
const consequence = (before: Grantee, after: Grantee) => accessConsequence(before, after, countOf)
const having = (...authorizedPatterns: AuthorizedPatterns): Grantee => ({ authorizedPatterns })

describe('what a change of grants means', () => {
  const shop = { pattern: 'shop:*', domains: ['Feature'] }
  it.each<[string, Grantee, Grantee, readonly string[]]>([
    ['nothing', having(shop), having(shop), []],
    ['a name', having(shop), { ...having(shop), admin: false }, []],
    [
      'a first grant',
      having(),
      having(shop),
      ['Can now create features that match shop:*.', 'Can now read, update and delete 3 features.'],
    ],
    [
      'fewer rights',
      having(shop),
      having({ ...shop, rights: ['U'] }),
      ['Can’t create features that match shop:* anymore.', 'Can’t delete 3 features anymore.'],
    ],
    [
      'a narrower pattern',
      having({ ...shop, rights: ['U'] }),
      having({ ...shop, rights: ['U'], pattern: 'shop:b*' }),
      ['Can’t read and update 1 feature anymore.'],
    ],
    [
      'another pattern',
      having({ ...shop, rights: [] }),
      having({ ...shop, rights: [], pattern: 'site:*' }),
      ['Can’t read 3 features anymore.', 'Can now read 1 feature.'],
    ],
    ['unknown numbers', having(), having({ pattern: '*', domains: ['Config'], rights: [] }), ['Can now read configs.']],
    [
      'nothing that exists',
      having(),
      having({ pattern: 'new', domains: ['Segment'], rights: [] }),
      ['Can now read segments of these ids; none of them exists yet.'],
    ],
    [
      'another spelling',
      having(shop),
      having({ ...shop, rights: ['C', 'U', 'D'] }),
      ['What it allows stays the same.'],
    ],
    [
      'a new admin',
      having(shop),
      { ...having(shop), admin: true },
      ['Can now do everything, including managing users and API keys, so grants don’t matter.'],
    ],
    [
      'grants of an admin',
      { admin: true },
      { ...having(shop), admin: true },
      ['Admins can do everything, so grants don’t matter.'],
    ],
  ])('%s', (_, before, after, sentences) => {
    expect(consequence(before, after)).toEqual(sentences)
  })

  it('names what an admin loses', () => {
    const [first, ...others] = consequence({ admin: true }, having(shop))
    expect(first).toContain('no longer an admin')
    expect(others.join()).toContain('4 features')
  })
})

const patterns = fc
  .subarray(['*', 'shop', 'shop:*', 'shop:b*', '*:a', 'site:*', '__proto__'])
  .map((alternatives) => alternatives.join(','))

it('a difference of patterns matches the ids of the one that the other does not match', () => {
  fc.assert(
    fc.property(patterns, patterns, fc.constantFrom(...ids), (one, other, id) => {
      expect(matches(without(one, other), id)).toBe(matches(one, id) && !matches(other, id))
    }),
  )
})

it('nobody gains or loses a record unseen', () => {
  const grants = fc.array(
    fc.record(
      {
        pattern: patterns.filter((text) => text !== ''),
        rights: fc.subarray([...rights]),
        domains: fc.subarray(['Feature', 'Config', '*']),
      },
      { requiredKeys: ['pattern'] },
    ),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(grants, grants, fc.constantFrom(...rights), fc.constantFrom(...ids), (one, other, right, id) => {
      const [before, after] = [having(...one), having(...other)]
      const question = { right, domain: 'Feature', id }
      const lost = without(allowedPatterns(before, right, 'Feature'), allowedPatterns(after, right, 'Feature'))
      expect(matches(lost, id)).toBe(isAllowed(before, question) && !isAllowed(after, question))
    }),
  )
})
