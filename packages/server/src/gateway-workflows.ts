import type { Signalbox, Store } from '@signalbox/core'
import { gatewayIdentity } from '@signalbox/core'
import type { GatewayWorkflows } from '@signalbox/gateway'

/**
 * Runs the workflows that deployed APIs and drafts name, and no others. They have the rights of a gateway, and those of
 * `grants` on workflows and the values that workflows keep: `cart:*$$$CRU`.
 */
export function gatewayWorkflows(
  box: Signalbox,
  { store, grants }: { readonly store: Pick<Store, 'scan'>; readonly grants: readonly string[] },
): GatewayWorkflows {
  const granted = grants.map(toGrant)
  let known: { readonly rights: string; readonly workflows: GatewayWorkflows } | undefined
  return {
    async run(input, options) {
      const identity = await gatewayIdentity(store, { grants: granted })
      const rights = JSON.stringify(identity)
      if (known?.rights !== rights) known = { rights, workflows: box.as(identity).workflows }
      return known.workflows.run(input, options)
    },
  }
}

function toGrant(text: string) {
  const [pattern = '', letters = ''] = text.split('$$$')
  return { pattern, rights: [...letters] as ('C' | 'R' | 'U' | 'D')[], domains: ['Workflow'] }
}
