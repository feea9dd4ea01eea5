import type { SignalboxError } from '../errors.ts'
import { failure, problem } from '../errors.ts'
import { matches } from '../keys/pattern.ts'
import type { Access } from './access.ts'
import { normalizeGrants, patternsFor } from './grants.ts'
import type { AuthorizedPatterns } from './grants-schema.ts'
import type { Right } from './rights.ts'
import { GRANT_PATTERN } from './rights.ts'
import { renewed } from './session-of.ts'

/** Someone who calls, as `box.as` and an embedder's `authenticate` know them. */
export interface Identity<D extends string = string> {
  readonly id: string
  /** @default the id */
  readonly name?: string
  /** What kind of caller: `ApiKey`, `User`, or a word of the embedder's. @default 'Embedder' */
  readonly kind?: string
  /** Holds every right on every id of every domain. @default false */
  readonly admin?: boolean
  /** What they may do otherwise, in any of the three spellings. @default none */
  readonly authorizedPatterns?: AuthorizedPatterns<D> | readonly string[] | string
  /** The token of the session they came by. */
  readonly session?: string
  /** The token again, when this use made the session live longer (`sessionOf`). */
  readonly [renewed]?: string
  /** The version that the record they came by had then: another one ends their streams. */
  readonly version?: string
}

/** The author of an event. */
export interface AuthInfo {
  readonly id: string
  readonly name: string
  readonly kind: string
}

/** A caller, with their grants ready to be asked. */
export interface Caller {
  /** Absent for nobody, and for the embedding program itself. */
  readonly authInfo?: AuthInfo
  readonly isKnown: boolean
  readonly isAdmin: boolean
  /** Whether exports carry secrets: only for the embedding program, which can read the store itself. Admins see them masked. */
  readonly seesSecrets: boolean
  readonly grants: AuthorizedPatterns
  readonly session?: string
  readonly [renewed]?: string
  readonly version?: string
  /** The patterns of the keys they have a right on; the empty text: none. */
  patterns(right: Right, domain: string): string
}

/** The embedding program itself: it may do everything, and its exports carry secrets. */
export const owner: Caller = { isKnown: true, isAdmin: true, seesSecrets: true, grants: [], patterns: () => '*' }

/** Whoever calls a service that is open to all: they may do everything, but see secrets masked. */
export const anyone: Caller = { ...owner, seesSecrets: false }

/** A call without credentials. */
export const nobody: Caller = { isKnown: false, isAdmin: false, seesSecrets: false, grants: [], patterns: () => '' }

const callers = new WeakMap<Identity, Caller>()

/** The caller that an identity is; taken apart once an identity. Throws a `TypeError` for patterns that no grant may have. */
export function toCaller(identity: Identity): Caller {
  const known = callers.get(identity)
  if (known) return known
  const { id, name = id, kind = 'Embedder', authorizedPatterns = [], session, [renewed]: token, version } = identity
  const admin = identity.admin === true
  const grants = normalizeGrants(authorizedPatterns) as AuthorizedPatterns
  const wrong = grants.find(({ pattern }) => !GRANT_PATTERN.test(pattern))
  if (wrong)
    throw new TypeError(`${wrong.pattern} cannot be granted to ${id}: a pattern is of letters, digits and _@.:*,-`)
  const lists = new Map<string, string>()
  const caller: Caller = {
    authInfo: { id, name, kind },
    isKnown: true,
    isAdmin: admin,
    seesSecrets: false,
    grants,
    ...(session !== undefined && { session }),
    ...(token !== undefined && { [renewed]: token }),
    ...(version !== undefined && { version }),
    patterns(right, domain) {
      if (admin) return '*'
      const key = `${right}${domain}`
      const list = lists.get(key) ?? patternsFor(grants, right, domain)
      lists.set(key, list)
      return list
    },
  }
  callers.set(identity, caller)
  return caller
}

/** Whose call it is, for engines that share their time: nobody's in particular where the embedding program asks. */
export const askerOf = ({ authInfo }: Caller): { asker?: string } =>
  authInfo ? { asker: `${authInfo.kind}:${authInfo.id}` } : {}

/** Whether a caller has a right on a key. */
export const may = (caller: Caller, right: Right, domain: string, key: string): boolean =>
  caller.isAdmin || matches(caller.patterns(right, domain), key)

/** Refuses a caller who lacks a right on a key, whether a record is there or not. */
export function demand(caller: Caller, right: Right, domain: string, key: string): void {
  if (!may(caller, right, domain, key)) throw lacking(right, domain, key)
}

/** A right on something that the caller named is missing. */
export const lacking = (right: Right, domain: string, named: string): SignalboxError =>
  forbidden(`the right ${right} on ${domain} ${named.slice(0, 100)} is not among the caller's`)

/** The one place that decides, before a body is read, whether a caller may make a call: `named` are the parameters in the path. What is `owned` is decided when its record is read. */
export function authorize(access: Access, caller: Caller, named: Readonly<Record<string, unknown>>): void {
  if (access === 'open') return
  if (!caller.isKnown) throw unauthenticated()
  if (caller.isAdmin || access === 'authenticated') return
  if (access === 'admin') throw forbidden('it takes an admin')
  const { domain, right, or = right, owned = false, of = 'id' } = access
  const id = named[of]
  if (typeof id === 'string' && !owned) demand(caller, right, domain, id)
  else if (caller.patterns(right, domain) === '' && caller.patterns(or, domain) === '')
    throw forbidden(`the caller has no right ${right} in the domain ${domain}`)
}

/** Nobody known calls: the same for an unknown id and a wrong secret. */
export const unauthenticated = (): SignalboxError =>
  failure('UNAUTHENTICATED', 'The call carries no valid credentials', problem('error.credentials'))

/** Someone known calls who may not. */
export const forbidden = (why: string): SignalboxError =>
  failure('FORBIDDEN', `The call is not allowed: ${why}`, problem('error.forbidden'))
