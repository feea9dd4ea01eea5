import type { AuthorizedPatterns } from './grants-schema.ts'

/** The domains that every gateway reads. */
export type GatewayDomain = 'Feature' | 'Segment' | 'Config' | 'Experiment'

/** What every gateway reads, in this process or with a gateway key, besides the APIs that it serves. */
export const gatewayReads: AuthorizedPatterns<GatewayDomain>[number] = {
  pattern: '*',
  rights: ['R'],
  domains: ['Feature', 'Segment', 'Config', 'Experiment'],
}

/** Apart from the objects themselves, so that no member of an identity makes its holder a gateway. */
const gateways = /* @__PURE__ */ new WeakSet<object>()

/** Lets an identity or a caller call the operations for gateways, such as runs of the workflows that APIs name. */
export function markGateway<T extends object>(holder: T): T {
  gateways.add(holder)
  return holder
}

/** Whether an identity or a caller is a gateway, in this process or with a gateway key. */
export const isGateway = (holder: object): boolean => gateways.has(holder)
