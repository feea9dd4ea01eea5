import type { Identity } from '../callers/caller.ts'
import type { GatewayDomain } from '../callers/gateway-caller.ts'
import { gatewayReads, markGateway } from '../callers/gateway-caller.ts'
import { normalizeGrants } from '../callers/grants.ts'
import type { AuthorizedPatterns } from '../callers/grants-schema.ts'

/** A gateway that calls the API. */
export interface GatewayCaller {
  /** The id of the gateway, as events name it. @default 'gateway' */
  readonly id?: string
  /** @default the id */
  readonly name?: string
  /** What workflows may do beyond the rights of every gateway, in any spelling of grants. @default nothing */
  readonly grants?: Identity['authorizedPatterns']
}

/**
 * The identity with which a gateway in this process calls the API. It has the rights of a gateway key: it reads features,
 * segments, configs and experiments, records what clients of experiments do, and runs the workflows that deployed APIs and
 * drafts name. It reads no workflow. A copy of the identity cannot run workflows.
 *
 * @example
 * const identity = gatewayIdentity({ grants: [{ pattern: 'cart:*', domains: ['Workflow'] }] })
 * const { result } = await box.as(identity).workflows.run({ id: 'quote', body: { input } })
 */
export function gatewayIdentity({
  id = 'gateway',
  name = id,
  grants = [],
}: GatewayCaller = {}): Identity<GatewayDomain | 'Workflow'> {
  const granted = normalizeGrants(grants) as AuthorizedPatterns<GatewayDomain | 'Workflow'>
  return markGateway({ id, name, kind: 'Gateway', authorizedPatterns: [gatewayReads, ...granted] })
}
