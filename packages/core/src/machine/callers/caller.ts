import { failure, problem, type SignalboxError } from '../errors/errors.ts'
import { matches } from '../keys/pattern.ts'
import type { Access } from './access.ts'
import { isGateway, markGateway } from './gateway-caller.ts'
import { normalizeGrants, patternsFor } from './grants.ts'
import type { AuthorizedPatterns } from './grants-schema.ts'
import { GRANT_PATTERN, GRANT_PATTERN_RULE, type Right, rightNames } from './rights.ts'
import { DEVELOPER, GATEWAY_KEY, keepSealingRoot, sealingRootIn } from './sealing-of.ts'
import { renewed } from './session-of.ts'

/** A caller, as passed to `box.as` and returned by an embedder's `authenticate`. */
export interface Identity<D extends string = string> {
  readonly id: string
  /** @default the id */
  readonly name?: string
  /**
   * The kind of caller: `ApiKey`, `User`, `Developer` (a consumer of APIs, without any grants), or a word of the embedder's
   * choice. @default 'Embedder'
   */
  readonly kind?: string
  /** Holds every right on every id of every domain. @default false */
  readonly admin?: boolean
  /** The grants of a caller who is not an admin, in any of the three spellings. @default none */
  readonly authorizedPatterns?: AuthorizedPatterns<D> | readonly string[] | string
  /** The token of the session that authenticated the caller. */
  readonly session?: string
  /** The token again if this use extended the session (`sessionOf`). */
  readonly [renewed]?: string
  /** The version of the caller's user or key at authentication. Streams end when it changes. */
  readonly version?: string
}

/** The author of an event. */
export interface AuthInfo {
  readonly id: string
  readonly name: string
  readonly kind: string
}

/** A caller with parsed grants. */
export interface Caller {
  /** Absent for unauthenticated callers and for the embedding program itself. */
  readonly authInfo?: AuthInfo
  readonly isKnown: boolean
  readonly isAdmin: boolean
  /**
   * Whether exports contain secrets: only for the embedding program, which can read the store itself. Admins see masks.
   */
  readonly seesSecrets: boolean
  readonly grants: AuthorizedPatterns
  readonly session?: string
  readonly [renewed]?: string
  readonly version?: string
  /** The pattern list of the keys on which the caller has a right; the empty string if there are none. */
  patterns(right: Right, domain: string): string
}

/** The embedding program itself. It may do everything, and its exports contain secrets. */
export const owner: Caller = { isKnown: true, isAdmin: true, seesSecrets: true, grants: [], patterns: () => '*' }

/** Any caller of a service without access control. They may do everything, but see secrets masked. */
export const anyone: Caller = { ...owner, seesSecrets: false }

/** A call without credentials. */
export const nobody: Caller = { isKnown: false, isAdmin: false, seesSecrets: false, grants: [], patterns: () => '' }

const callers = new WeakMap<Identity, Caller>()

/**
 * The caller of an identity, cached per identity object. Throws a `TypeError` for patterns that grants do not allow.
 *
 * @example
 * const caller = toCaller({ id: 'ann', authorizedPatterns: 'shop:*$$$RU' })
 * await box.features.list({}, { caller })
 */
export function toCaller(identity: Identity): Caller {
  const known = callers.get(identity)
  if (known) return known
  const { id, name = id, kind = 'Embedder', authorizedPatterns = [], session, [renewed]: token, version } = identity
  const isConsumer = kind === DEVELOPER
  const admin = identity.admin === true && !isConsumer
  const grants = normalizeGrants(isConsumer ? [] : authorizedPatterns) as AuthorizedPatterns
  const wrong = grants.find(({ pattern }) => !GRANT_PATTERN.test(pattern))
  if (wrong) throw new TypeError(`The pattern ${wrong.pattern} cannot be granted to ${id}: it ${GRANT_PATTERN_RULE}`)
  const lists = new Map<string, Partial<Record<Right, string>>>()
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
      const known = lists.get(domain) ?? {}
      lists.set(domain, known)
      known[right] ??= patternsFor(grants, { right, domain })
      return known[right]
    },
  }
  callers.set(identity, caller)
  if (isGateway(identity)) markGateway(caller)
  return keepSealingRoot(caller, sealingRootIn(identity))
}

/** The caller's name for engines that share their time among callers; empty for the embedding program. */
export const askerOf = ({ authInfo }: Caller): { asker?: string } =>
  authInfo ? { asker: `${authInfo.kind}:${authInfo.id}` } : {}

/** Whether a caller has a right on a key. */
export const may = (caller: Caller, right: Right, domain: string, key: string): boolean =>
  caller.isAdmin || matches(caller.patterns(right, domain), key)

/** Throws FORBIDDEN if the caller lacks a right on a key, whether or not the record exists. */
export function demand(caller: Caller, right: Right, domain: string, key: string): void {
  if (!may(caller, right, domain, key)) throw lacking(right, domain, key)
}

/** FORBIDDEN: the caller lacks a right on a key they named. */
export const lacking = (right: Right, domain: string, named: string): SignalboxError =>
  forbidden(`the caller lacks the right ${right} (${rightNames[right]}) on ${domain} ${named.slice(0, 100)}`)

/**
 * Decides whether a caller may make a call, before the body is read. This is the only place that does. `named` are the
 * path parameters. `owned` records are checked after they were read.
 */
export function authorize(access: Access, caller: Caller, named: Readonly<Record<string, unknown>>): void {
  if (access === 'open') return
  if (!caller.isKnown) throw unauthenticated()
  const kind = caller.authInfo?.kind
  if (access === 'developer' && kind !== DEVELOPER) throw forbidden('it is for consumers of APIs')
  if (access !== 'developer' && kind === DEVELOPER) throw forbidden('consumers of APIs may only call what is for them')
  if (access === 'known' || access === 'developer') return
  const hasGatewayKey = kind === GATEWAY_KEY
  if (access === 'gateway' && !hasGatewayKey) throw forbidden('it requires a gateway key')
  if (access === 'authenticated' && hasGatewayKey) throw forbidden('gateway keys are not for this')
  if (access === 'gateway' || access === 'authenticated' || caller.isAdmin) return
  if (access === 'admin') throw forbidden('it requires an admin')
  if (access.gateway && isGateway(caller)) return
  const { domain, right, or = right, orDomain = domain, owned = false, of = 'id' } = access
  const id = named[of]
  if (typeof id === 'string' && !owned) {
    if (orDomain === domain || !may(caller, right, orDomain, id)) demand(caller, right, domain, id)
  } else if (
    `${caller.patterns(right, domain)}${caller.patterns(or, domain)}${caller.patterns(right, orDomain)}` === ''
  )
    throw forbidden(`the caller lacks the right ${right} (${rightNames[right]}) in the domain ${domain}`)
}

/** UNAUTHENTICATED: the same error for an unknown id and a wrong secret. */
export const unauthenticated = (): SignalboxError =>
  failure('UNAUTHENTICATED', 'The call carries no valid credentials', problem('error.credentials'))

/** FORBIDDEN: the caller is known but lacks permission. */
export const forbidden = (why: string): SignalboxError =>
  failure('FORBIDDEN', `The call is not allowed: ${why}`, problem('error.forbidden'))
