import type { JsonObject } from '../../json.ts'
import { own } from '../../json.ts'
import type { Warn } from './warnings.ts'

/** The load balancing types, with the defaults of their members. */
const balancings: Readonly<Record<string, JsonObject>> = {
  RoundRobin: {},
  Random: {},
  Sticky: { cookie: 'signalbox-target' },
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

/** Alternative names of types. */
const synonyms: Readonly<Record<string, string>> = { NaiveFailover: 'Failover' }

/** Fills in the load balancing of a backend. Warns of an unknown type and uses RoundRobin instead. */
export function compileBalancing(sent: Readonly<JsonObject> & { readonly type?: string } = {}, warn: Warn) {
  const { type: named = 'RoundRobin', ...members } = sent
  const type = (own(synonyms, named) as string | undefined) ?? named
  const defaults = own(balancings, type) as JsonObject | undefined
  if (defaults) return { type, ...defaults, ...members }
  warn('/load_balancing/type', 'backend.balancing.unknown', named)
  return { type: 'RoundRobin', ...members }
}
