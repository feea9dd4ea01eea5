import { type AccessQuestion, type Grantee, isAllowed, rights } from '@signalbox/core/grants'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domains } from './grant-words.ts'
import { verdictOf } from './verdict.ts'

const ada: Grantee = {
  authorizedPatterns: [
    { pattern: 'site:*', rights: [] },
    { pattern: 'shop:*', rights: ['C', 'U'], domains: ['Feature'] },
  ],
}
const update: AccessQuestion = { right: 'U', domain: 'Feature', id: 'shop:express' }

describe('a verdict', () => {
  it('names the grant that gives the right, and why the others do not', () => {
    expect(verdictOf(ada, update)).toEqual({
      allowed: true,
      because: 'Allowed by grant 2.',
      grants: [
        {
          grant: ada.authorizedPatterns![0],
          lacks: 'It doesn’t match shop:express and doesn’t include update (it gives only read).',
        },
        { grant: ada.authorizedPatterns![1] },
      ],
      others: [
        { right: 'C', allowed: true },
        { right: 'R', allowed: true },
        { right: 'D', allowed: false },
      ],
    })
  })

  it.each<[Grantee, Partial<AccessQuestion>, boolean, string]>([
    [{ admin: true }, { domain: 'User' }, true, 'Admins can do everything, whatever the grants say.'],
    [ada, { domain: 'User', id: 'eve' }, false, 'Only admins can update users. No grant can give this right.'],
    [ada, { right: 'D' }, false, 'No grant allows it.'],
    [{}, {}, false, 'There are no grants.'],
    [{ authorizedPatterns: [{ pattern: '*' }, { pattern: 's*' }] }, {}, true, 'Allowed by grants 1 and 2.'],
  ])('%j asked %j', (grantee, question, allowed, because) => {
    expect(verdictOf(grantee, { ...update, ...question })).toMatchObject({ allowed, because })
  })

  it('is what the service decides, and every grant without a lack gives the right', () => {
    const grants = fc.array(
      fc.record(
        {
          pattern: fc.constantFrom('*', 'a', 'a:*', 'a*,b', '__proto__'),
          rights: fc.subarray([...rights]),
          domains: fc.subarray(['*', ...domains]),
        },
        { requiredKeys: ['pattern'] },
      ),
      { maxLength: 4 },
    )
    const questions = fc.record({
      right: fc.constantFrom(...rights),
      domain: fc.constantFrom(...domains),
      id: fc.constantFrom('a', 'a:b', 'b', '__proto__', 'constructor'),
    })
    fc.assert(
      fc.property(fc.boolean(), grants, questions, (admin, authorizedPatterns, question) => {
        const grantee = { admin, authorizedPatterns }
        const verdict = verdictOf(grantee, question)
        expect(verdict.allowed).toBe(isAllowed(grantee, question))
        for (const { grant, lacks } of verdict.grants)
          expect(lacks === undefined).toBe(isAllowed({ authorizedPatterns: [grant] }, question))
        for (const { right, allowed } of verdict.others)
          expect(allowed).toBe(isAllowed(grantee, { ...question, right }))
      }),
    )
  })
})
