import { describe, expect, it } from 'vitest'
import type { Condition } from '../conditions/condition.ts'
import { environment } from '../conditions/conditions.fixture.ts'
import { createReferences } from '../conditions/references.ts'
import { type ConsumerFacts, contextOf } from './consumer.ts'
import { createAudiences } from './create-audiences.ts'
import { visibleTo } from './visible-to.ts'

const ann: ConsumerFacts = {
  id: 'ann',
  groups: ['partners'],
  tags: ['beta'],
  email: 'Ann@Example.COM',
  email_verified: true,
}
const references = createReferences((kind, id) => environment[kind](id))
const audiences = (report: (error: unknown) => void = () => {}) =>
  createAudiences({ environment: { ...environment, ...references }, ready: async () => {} }, report)

/** Whether a consumer belongs to an audience, or a visitor without an account if there is none. */
async function isIn(
  audience: Condition,
  consumer?: ConsumerFacts,
  report?: (error: unknown) => void,
): Promise<boolean> {
  const judge = await audiences(report).judgeOf([audience])
  return judge(consumer)(audience)
}

describe('the context of an audience', () => {
  it('is what is known of a consumer, and empty without one', () => {
    expect(contextOf(ann)).toEqual({
      ...{ id: 'ann', groups: ['partners'], tags: ['beta'], email: 'Ann@Example.COM', emailDomain: 'example.com' },
    })
    expect(contextOf(undefined)).toEqual({})
    expect(contextOf({ id: 'bob' })).toEqual({ id: 'bob', groups: [], tags: [] })
  })

  it.each([{ email_verified: false }, { email_verified: undefined as never }, { email: 'nowhere' }, { email: 'ann@' }])(
    'has no address that nobody vouches for, and none without a domain: %j',
    (members) => {
      expect(contextOf({ ...ann, ...members })).toEqual({ id: 'ann', groups: ['partners'], tags: ['beta'] })
    },
  )

  it('has the domain after the last @', () => {
    expect(contextOf({ ...ann, email: '"a@example.com"@evil.test' }).emailDomain).toBe('evil.test')
  })
})

describe('an audience', () => {
  const signedIn: Condition = { attribute: 'id', operator: 'exists' }
  const partners: Condition = { attribute: 'groups', operator: 'is', value: 'partners' }
  const atExample: Condition = { attribute: 'emailDomain', operator: 'is', value: 'example.com' }

  it.each<[Condition, boolean, boolean]>([
    [signedIn, true, false],
    [{ not: signedIn }, false, true],
    [partners, true, false],
    [{ attribute: 'groups', operator: 'is', value: 'staff' }, false, false],
    [{ attribute: 'tags', operator: 'is', value: 'beta' }, true, false],
    [atExample, true, false],
    [{ attribute: 'email', operator: 'matches', value: '^Ann@' }, true, false],
    [{ segment: 'everybody' }, true, true],
    [{ feature: 'everybody' }, true, true],
    [{ segment: 'none' }, false, false],
    [{ not: { segment: 'none' } }, false, false],
    [{ any: [{ feature: 'none' }, signedIn] }, false, false],
    [{ all: [] }, true, true],
    [{ any: [] }, false, false],
  ])('%j contains ann: %s, nobody in particular: %s', async (audience, hasAnn, hasNobody) => {
    expect([await isIn(audience, ann), await isIn(audience)]).toEqual([hasAnn, hasNobody])
  })

  it('is closed to addresses that anybody could type', async () => {
    expect(await isIn(atExample, { ...ann, email_verified: false })).toBe(false)
  })

  it('that cannot be evaluated contains nobody, and is reported', async () => {
    const reported: unknown[] = []
    const audience = { attribute: 'id', operator: 'resembles', value: 'a' } as never
    expect(await isIn(audience, ann, (error) => reported.push(error))).toBe(false)
    expect(reported).toMatchObject([
      { message: 'An audience cannot be evaluated: the API or plan that has it is hidden' },
    ])
  })

  it('that was not asked for contains nobody', async () => {
    const judge = await audiences().judgeOf([])
    expect(judge(ann)(signedIn)).toBe(false)
  })
})

describe('the visible part of an API', () => {
  const free = { id: 'free' }
  const gold = { id: 'gold', audience: { segment: 'gold' } }
  const api = { id: 'a', documentation: { audience: { segment: 'all' }, plans: [free, gold] } }

  it('is all of it, all but the plans for others, or nothing', () => {
    expect(visibleTo(api, () => true)).toBe(api)
    expect(visibleTo(api, (one) => one === api.documentation.audience)?.documentation.plans).toEqual([free])
    expect(visibleTo(api, (one) => one === gold.audience)).toBeUndefined()
    expect(visibleTo({ documentation: { plans: [free] } }, () => false)).toBeDefined()
    expect(visibleTo({}, () => false)).toEqual({})
  })
})
