import { covers, gives, patternsFor } from '../machine/callers/grants.ts'
import type { AuthorizedPatterns } from '../machine/callers/grants-schema.ts'
import type { Right } from '../machine/callers/rights.ts'
import { matches } from '../machine/keys/pattern.ts'
import { adminRights, defaultDomains } from './domain-rules.ts'

/** The rights of a caller: the answer of `me`, a user or an API key. */
export interface Grantee {
  /** Whether the caller has every right. @default false */
  readonly admin?: boolean
  /** @default none */
  readonly authorizedPatterns?: AuthorizedPatterns
}

/** Asks for a right on a record, or on any record of a domain. */
export interface AccessQuestion {
  readonly right: Right
  readonly domain: string
  /** The id of the record; for subscriptions, the id of their API. Absent: any record of the domain. */
  readonly id?: string
}

/** What a grant lacks for a question. */
export type Lack = 'right' | 'domain' | 'pattern'

/** Whether a caller has a right, and why. */
export interface AccessExplanation {
  readonly allowed: boolean
  /**
   * `admin`: admins have every right. `grant`: a grant gives the right. `adminsOnly`: no grant can give the right.
   * `noGrant`: none of the caller's grants gives it.
   */
  readonly reason: 'admin' | 'grant' | 'adminsOnly' | 'noGrant'
  /** Each grant of the caller, in their order, with what it lacks. Grants that lack nothing give the right. */
  readonly grants: readonly { readonly grant: AuthorizedPatterns[number]; readonly lacks: readonly Lack[] }[]
}

/**
 * Explains whether a caller has a right: which grants give it, or what each grant lacks. Agrees with the service.
 *
 * @example
 * const me = await client.me()
 * explainAccess(me, { right: 'U', domain: 'Feature', id: 'shop:express' })
 * // { allowed: false, reason: 'noGrant', grants: [{ grant: { pattern: 'shop:*', rights: ['R'] }, lacks: ['right'] }] }
 */
export function explainAccess(
  { admin, authorizedPatterns = [] }: Grantee,
  { right, domain, id }: AccessQuestion,
): AccessExplanation {
  const grants = authorizedPatterns.map((grant) => {
    const has = {
      right: gives(grant, right),
      domain: covers(grant, domain, isDefault),
      pattern: id === undefined || matches(grant.pattern, id),
    }
    return { grant, lacks: (Object.keys(has) as Lack[]).filter((part) => !has[part]) }
  })
  const because = (allowed: boolean, reason: AccessExplanation['reason']) => ({ allowed, reason, grants })
  if (admin === true) return because(true, 'admin')
  if (isForAdmins(right, domain)) return because(false, 'adminsOnly')
  const allowed = grants.some(({ lacks }) => lacks.length === 0)
  return because(allowed, allowed ? 'grant' : 'noGrant')
}

/**
 * Whether a caller has a right on a record, or on any record of a domain. Agrees with the service.
 *
 * @example
 * isAllowed(me, { right: 'C', domain: 'Feature' }) // whether to offer "New feature"
 */
export const isAllowed = (grantee: Grantee, question: AccessQuestion): boolean =>
  question.id === undefined
    ? allowedPatterns(grantee, question.right, question.domain) !== ''
    : matches(allowedPatterns(grantee, question.right, question.domain), question.id)

/**
 * The pattern list of the ids on which a caller has a right, as lists take it (`?pattern=`); the empty string if there
 * are none.
 *
 * @example
 * const mayRead = allowedPatterns(me, 'R', 'Feature') // 'shop:*,site:*'
 * ids.filter((id) => matches(mayRead, id))
 */
export function allowedPatterns({ admin, authorizedPatterns = [] }: Grantee, right: Right, domain: string): string {
  if (admin === true) return '*'
  return isForAdmins(right, domain) ? '' : patternsFor(authorizedPatterns, { right, domain, isDefault })
}

const isDefault = (domain: string): boolean => defaultDomains.includes(domain)

const isForAdmins = (right: Right, domain: string): boolean =>
  Object.hasOwn(adminRights, domain) && adminRights[domain]!.includes(right)
