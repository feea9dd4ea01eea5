import type { JsonObject } from '../../json.ts'
import { own } from '../../json.ts'
import type { Warn } from './warnings.ts'

/** The ways to choose a target, and what holds for members that are not sent. */
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

/** Other names for the same. */
const synonyms: Readonly<Record<string, string>> = { NaiveFailover: 'Failover' }

/** How targets are chosen, filled in; an unknown way is RoundRobin. */
export function compileBalancing(sent: Readonly<JsonObject> & { readonly type?: string } = {}, warn: Warn) {
  const { type: named = 'RoundRobin', ...members } = sent
  const type = (own(synonyms, named) as string | undefined) ?? named
  const defaults = own(balancings, type) as JsonObject | undefined
  if (defaults) return { type, ...defaults, ...members }
  warn('/load_balancing/type', 'backend.balancing.unknown', named)
  return { type: 'RoundRobin', ...members }
}
