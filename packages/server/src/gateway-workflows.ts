import type { Signalbox } from '@signalbox/core'
import { gatewayIdentity } from '@signalbox/core'
import type { GatewayWorkflows } from '@signalbox/gateway'

/**
 * Runs the workflows that deployed APIs and drafts name, and no others. They have the rights of a gateway, and those of
 * `grants` on workflows and the values that workflows keep: `cart:*$$$CRU`.
 */
export const gatewayWorkflows = (box: Signalbox, grants: readonly string[]): GatewayWorkflows =>
  box.as(gatewayIdentity({ grants: grants.map(toGrant) })).workflows

/** Reads a grant on workflows, such as `cart:*$$$CRU`. */
export function toGrant(text: string) {
  const [pattern = '', letters = ''] = text.split('$$$')
  return { pattern, rights: [...letters] as ('C' | 'R' | 'U' | 'D')[], domains: ['Workflow'] }
}
