import {
  type CauseId,
  type LiveCredential,
  type RefusalReason,
  reasonAgainst,
  type SecretStanding,
} from '@signalbox/core/gateway'
import { tooManyAttempts } from '../credentials/failed-attempts.ts'
import type { Denied, Exchange } from '../plugin-api/exchange.ts'
import type { SlotContext } from '../plugin-api/plugin.ts'
import type { Identified } from './identified.ts'
import { isKeySlot, keyFacts } from './key-facts.ts'
import { MOST_CHARACTERS, type PresentedKey } from './key-place.ts'

/** The causes of refused credentials. Wrong secrets and unknown client ids cannot be told apart. */
const refusalCauses = {
  unknown: 'errors.credentials.invalid',
  'wrong-secret': 'errors.credentials.invalid',
  'past-grace': 'errors.credentials.expired',
  expired: 'errors.credentials.expired',
  revoked: 'errors.credentials.revoked',
  paused: 'errors.subscription.paused',
  closed: 'errors.subscription.closed',
  'api-disabled': 'errors.consumer.forbidden',
  'api-removed': 'errors.consumer.forbidden',
  'api-staging': 'errors.consumer.forbidden',
} as const satisfies Record<RefusalReason, CauseId>

/** Judges API keys from memory. Returns `undefined` for a key of another plan, which has a slot of its own. */
export type JudgeKey = (exchange: Exchange, key: PresentedKey) => Identified

/** How a key compares with a credential. `alone`: without a secret. `unverified`: it must not be verified now. */
type Standing = SecretStanding | 'alone' | 'unverified'

/**
 * Creates the judge of a slot. Nothing is said about a credential before its secret is proved: unknown client ids and wrong
 * secrets take the same work and get the same response. Then it asks, in this order: the state of the credential, its
 * subscription and plan; whether it admits to the route; `readOnly` and `restrictions`.
 */
export function createJudge(context: SlotContext): JudgeKey {
  const { route, consumers } = context
  const { findCredential, proofs, failures } = consumers
  const factsOf = keyFacts(context)
  const isOnlySlot = route.plugins.filter(isKeySlot).length <= 1
  const cut = belowContext(route.frontend.matches[0]?.context_segments ?? 0)

  function verify({ address, now }: Exchange, key: PresentedKey, bound: LiveCredential | undefined): Standing {
    const { secret, isProven } = key
    if (isProven) return bound ? 'valid' : 'wrong'
    const mayVerify = () => failures.waitMs(address, now) === 0
    const standing = secret === undefined ? alone(bound, mayVerify) : proofs.standing(bound, secret, now, mayVerify)
    if (standing === 'wrong') failures.count(address, now)
    return standing ?? 'unverified'
  }

  function alone(bound: LiveCredential | undefined, mayVerify: () => boolean): Standing {
    // Nothing else is secret than the id: ids that are in use could be guessed during the wait.
    if (!mayVerify()) return 'unverified'
    return bound?.credential.allowClientIdOnly ? 'alone' : 'wrong'
  }

  /** Verifies a key once for each request, however many slots look at it. */
  function standingOf(exchange: Exchange, key: PresentedKey, bound: LiveCredential | undefined): Standing {
    if (isOnlySlot) return verify(exchange, key, bound)
    const before = exchange.state.get(verified) as Verified | undefined
    if (before && isSame(before.key, key)) return before.standing
    const standing = verify(exchange, key, bound)
    exchange.state.set(verified, { key, standing } satisfies Verified)
    return standing
  }

  return (exchange, key) => {
    if (key.clientId.length > MOST_CHARACTERS || (key.secret?.length ?? 0) > MOST_CHARACTERS) return invalid
    const bound = findCredential(key.clientId)
    if (bound && factsOf(bound).isOfOtherSlot) return undefined
    const standing = standingOf(exchange, key, bound)
    if (standing === 'unverified') return tooManyAttempts(failures.waitMs(exchange.address, exchange.now))
    if (!bound || standing === 'wrong') return invalid
    const facts = factsOf(bound)
    const consumer = facts.consumer()
    const reason = reasonAgainst(bound, standing === 'alone' ? undefined : standing, exchange.now)
    if (reason) return { refuse: refusalCauses[reason], consumer }
    if (!facts.isAuthorized) return { refuse: 'errors.consumer.forbidden', consumer }
    const refuse = facts.restrict?.(exchange.method, cut(exchange.path))
    return refuse === undefined ? consumer : { refuse, consumer }
  }
}

interface Verified {
  readonly key: PresentedKey
  readonly standing: Standing
}

/** In `exchange.state`: the last key that was verified. */
const verified = Symbol('verified key')

const isSame = (one: PresentedKey, other: PresentedKey): boolean =>
  one.clientId === other.clientId && one.secret === other.secret && one.isProven === other.isProven

/** Credentials that say nothing about anybody. */
export const invalid: Denied = { refuse: refusalCauses['wrong-secret'] }

/** Removes the context path, which has so many segments, from paths. */
function belowContext(segments: number): (path: string) => string {
  if (segments === 0) return (path) => path
  return (path) => {
    let start = 0
    for (let i = 0; i < segments && start >= 0; i++) start = path.indexOf('/', start + 1)
    return start < 0 ? '/' : path.slice(start)
  }
}
