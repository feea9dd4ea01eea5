import { longestLifetime } from '../../gateway/compile/token-route.ts'
import { endable } from '../../machine/answers/abortable-iterable.ts'
import type { SigningKeys } from '../signing/keep-signing-keys.ts'
import type { OpenSource } from './open-source.ts'
import type { GatewayUnit } from './source.ts'

/**
 * A source that makes the keys which sign tokens as soon as an API has a plan that issues tokens, and serves them with this
 * API.
 */
export function withSigningKeys({ snapshot, changes }: OpenSource, keys: SigningKeys): OpenSource {
  /** Whether a unit is an API that issues tokens. */
  function needsKeys(unit: GatewayUnit): boolean {
    if (unit.kind !== 'api' || !unit.value) return false
    const lifetime = longestLifetime(unit.value.live ?? unit.value.api)
    if (lifetime !== undefined) keys.issues(lifetime * 1000)
    return lifetime !== undefined
  }

  async function unitsAt(revision: number): Promise<readonly GatewayUnit[]> {
    const kept = await keys.ensure()
    return kept.map(({ key, value }) => ({ kind: 'signing-key', key, revision, value }))
  }

  return {
    snapshot: (signal) =>
      endable(signal, async function* (stop) {
        let isNeeded = false
        for await (const unit of snapshot(stop)) {
          isNeeded = needsKeys(unit) || isNeeded
          if (unit.kind === 'end' && isNeeded) yield* await unitsAt(unit.revision)
          yield unit
        }
        return undefined
      }),
    changes: (after, signal) =>
      endable(signal, async function* (stop) {
        for await (const units of changes(after, stop)) {
          const isNeeded = units.filter(needsKeys).length > 0
          yield isNeeded ? [...(await unitsAt(units.at(-1)?.revision ?? after)), ...units] : units
        }
        return undefined
      }),
  }
}
