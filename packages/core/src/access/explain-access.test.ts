import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slices } from '../contract.ts'
import {
  type AccessQuestion,
  adminRights,
  allowedPatterns,
  defaultDomains,
  explainAccess,
  type Grantee,
  isAllowed,
} from '../entries/grants.ts'
import { authorize, toCaller } from '../machine/callers/caller.ts'
import type { AuthorizedPatterns } from '../machine/callers/grants-schema.ts'
import { rights } from '../machine/callers/rights.ts'
import type { Slice } from '../slice.ts'

const kinds = (slices as readonly Slice[]).flatMap(({ kinds = [] }) => kinds)

describe('the tables for browsers', () => {
  it('name the domains that grants cover by default', () => {
    const declared = kinds.filter(({ isGrantedByDefault }) => isGrantedByDefault).map(({ domain }) => domain)
    expect(defaultDomains).toEqual(declared)
  })

  it('name the rights that only admins have', () => {
    const declared = kinds.map(
      ({ domain, access }) => [domain, rights.filter((right) => access?.(right) === 'admin')] as const,
    )
    expect(adminRights).toEqual(Object.fromEntries(declared.filter(([, forAdmins]) => forAdmins.length > 0)))
  })
})

const ids = ['a', 'a:b', 'b', '__proto__', 'constructor']
const grants = fc.array(
  fc.record(
    {
      pattern: fc.constantFrom('*', 'a', 'a:*', 'a*,b', '__proto__', 'x'),
      rights: fc.subarray([...rights]),
      domains: fc.subarray(['*', 'Feature', 'Script', 'ApiKey', 'Backend']),
    },
    { requiredKeys: ['pattern'] },
  ),
  { maxLength: 4 },
) as fc.Arbitrary<AuthorizedPatterns>
const grantees = fc.record<Grantee>({ admin: fc.boolean(), authorizedPatterns: grants })
const questions = fc.record<AccessQuestion>(
  {
    right: fc.constantFrom(...rights),
    domain: fc.constantFrom(...kinds.map(({ domain }) => domain)),
    id: fc.constantFrom(...ids),
  },
  { requiredKeys: ['right', 'domain'] },
)

/** Whether the service allows a call. */
function isServed(grantee: Grantee, { right, domain, id }: AccessQuestion): boolean {
  const access = kinds.find((kind) => kind.domain === domain)?.access?.(right) ?? { domain, right }
  try {
    authorize(access, toCaller({ ...grantee, id: 'ann' }), { id })
    return true
  } catch {
    return false
  }
}

describe('grants', () => {
  it('allow exactly what the service allows', () => {
    fc.assert(
      fc.property(grantees, questions, (grantee, question) => {
        const expected = isServed(grantee, question)
        expect(isAllowed(grantee, question)).toBe(expected)
        expect(explainAccess(grantee, question).allowed).toBe(expected)
      }),
      { numRuns: 2000 },
    )
  })

  it('are explained one by one', () => {
    const read: AuthorizedPatterns[number] = { pattern: 'shop:*', rights: ['R'] }
    const other: AuthorizedPatterns[number] = { pattern: 'site:*', rights: ['C'], domains: ['Config'] }
    const all: AuthorizedPatterns[number] = { pattern: 'shop:*,site:*' }
    const question = { right: 'U', domain: 'Feature', id: 'shop:express' } as const
    expect(explainAccess({ authorizedPatterns: [read, other] }, question)).toEqual({
      allowed: false,
      reason: 'noGrant',
      grants: [
        { grant: read, lacks: ['right'] },
        { grant: other, lacks: ['right', 'domain', 'pattern'] },
      ],
    })
    expect(explainAccess({ authorizedPatterns: [read, all] }, question)).toEqual({
      allowed: true,
      reason: 'grant',
      grants: [
        { grant: read, lacks: ['right'] },
        { grant: all, lacks: [] },
      ],
    })
  })

  it('do not matter for admins, and do not give what only admins have', () => {
    const everything = [{ pattern: '*', domains: ['*'] }]
    const question = { right: 'R', domain: 'User', id: 'ann' } as const
    expect(explainAccess({ admin: true }, question)).toMatchObject({ allowed: true, reason: 'admin' })
    expect(explainAccess({ authorizedPatterns: everything }, question)).toMatchObject({
      allowed: false,
      reason: 'adminsOnly',
    })
  })

  it('have patterns for lists', () => {
    const authorizedPatterns = [{ pattern: 'shop:*' }, { pattern: 'site:*', rights: ['R' as const] }]
    expect(allowedPatterns({ authorizedPatterns }, 'R', 'Feature')).toBe('shop:*,site:*')
    expect(allowedPatterns({ authorizedPatterns }, 'U', 'Feature')).toBe('shop:*')
    expect(allowedPatterns({ authorizedPatterns }, 'R', 'Backend')).toBe('')
    expect(allowedPatterns({ admin: true }, 'D', 'User')).toBe('*')
  })
})
