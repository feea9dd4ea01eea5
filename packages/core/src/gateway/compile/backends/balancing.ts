import { nearest } from '../../../machine/errors/nearest.ts'
import { type JsonObject, own } from '../../../machine/json/json.ts'
import { hashState, murmur3 } from '../../../machine/secrets/hash.ts'
import type { Warn } from '../warnings.ts'

/** The load balancing types, with the defaults of their members. */
const balancings: Readonly<Record<string, JsonObject>> = {
  RoundRobin: {},
  Random: {},
  Sticky: {},
  IpAddressHash: {},
  HeaderHash: {},
  CookieHash: {},
  QueryHash: {},
  LeastConnections: {},
  PowerOfTwoRandomChoices: {},
  BestResponseTime: {},
  WeightedBestResponseTime: { ratio: 0.5 },
  Failover: {},
}

/** The members without which a type can only take turns. */
const needed: Readonly<Record<string, string>> = {
  HeaderHash: 'header_name',
  CookieHash: 'cookie_name',
  QueryHash: 'query_name',
}

/** Alternative names of types. */
const synonyms: Readonly<Record<string, string>> = { NaiveFailover: 'Failover' }

/**
 * The default cookie of a sticky backend. Backends of one host must not overwrite each other's, so its name has a hash of
 * the backend. Browsers keep it: it depends on nothing else, and must not change.
 */
const stickyCookie = (identity: string): string =>
  `signalbox-target-${murmur3(identity, hashState('sticky')).toString(16).padStart(8, '0')}`

/**
 * Fills in the load balancing of a backend. `identity` stands for that backend among all. Warns of an unknown type and uses RoundRobin instead; warns of a missing
 * name of a header, cookie or parameter.
 */
export function compileBalancing(
  sent: Readonly<JsonObject> & { readonly type?: string } = {},
  identity: string,
  warn: Warn,
) {
  const { type: named = 'RoundRobin', ...members } = sent
  const type = (own(synonyms, named) as string | undefined) ?? named
  const defaults = own(balancings, type) as JsonObject | undefined
  if (!defaults) {
    warn('/load_balancing/type', 'backend.balancing.unknown', named, nearest(named, Object.keys(balancings)) ?? '')
    return { type: 'RoundRobin', ...members }
  }
  const name = own(needed, type) as string | undefined
  if (name !== undefined && own(members, name) === undefined)
    warn(`/load_balancing/${name}`, 'backend.balancing.name', type, name)
  return { type, ...defaults, ...(type === 'Sticky' && { cookie: stickyCookie(identity) }), ...members }
}
