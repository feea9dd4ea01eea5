import type { Identity } from '../../machine/callers/caller.ts'
import { markGateway } from '../../machine/callers/gateway-caller.ts'

/** A gateway that runs workflows. */
export interface GatewayCaller {
  /** The id of the gateway, as events name it. @default 'gateway' */
  readonly id?: string
  /** @default the id */
  readonly name?: string
}

/**
 * The identity with which a gateway in this process runs the workflows that deployed APIs and drafts name. It has no other
 * rights, and a copy of it has none. The workflows have the rights of the option `workflows.gatewayGrants`.
 *
 * @example
 * const box = createSignalbox({ workflows: { gatewayGrants: [{ pattern: 'cart:*', domains: ['Workflow'] }] } })
 * const gateway = createGateway({ source: box.gatewaySource, workflows: box.as(gatewayIdentity()).workflows })
 */
export const gatewayIdentity = ({ id = 'gateway', name = id }: GatewayCaller = {}): Identity<never> =>
  markGateway({ id, name, kind: 'Gateway' })
