import { type Context, clientOf } from '@signalbox/core/evaluate'
import type { HeldConfig } from '../records/held.ts'
import type { State } from '../state.ts'
import type { Variants } from '../variants.ts'
import { memberAt, type Remote, variantsIn } from './remote.ts'

interface PreparePorts {
  /** `undefined` when offline. */
  readonly server: Remote | undefined
  /** The features in memory. */
  readonly patterns: string
  readonly state: State
  readonly variants: Variants
}

/**
 * Asks the server for everything that only it can tell in a context, so that synchronous calls know it. Sends at most
 * three requests.
 */
export const createPrepare =
  ({ server, patterns, state, variants }: PreparePorts) =>
  async (context: Context, experiments?: string): Promise<void> => {
    if (!server) return
    const scripted = state.holding.features.values().filter(({ script }) => script)
    const clientId = clientOf(context)
    const { configs } = state.holding
    const askedOf = (held: HeldConfig | undefined) => (held?.isRuled ? state.rulesOf(held).asked : undefined)
    const [active, evaluations, bound] = await Promise.all([
      scripted.length > 0 ? server.tree(patterns, context) : {},
      [...configs.values()].some(askedOf) ? server.evaluateAll(patterns, context) : [],
      experiments !== undefined && clientId !== undefined ? server.variants(experiments, clientId, context) : {},
    ])
    for (const { feature, script } of scripted) {
      const isActive = memberAt(active, feature.id, 'active')
      if (typeof isActive === 'boolean') script?.hear(context, { active: isActive })
    }
    for (const { id, ...decision } of evaluations) askedOf(configs.get(id))?.hear(context, decision)
    for (const [id, variantId] of variantsIn(bound)) variants.hear(id, clientId ?? '', variantId)
  }
