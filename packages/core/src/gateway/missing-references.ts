import type { Caller } from '../callers/caller.ts'
import { may } from '../callers/caller.ts'
import { escapePointer } from '../json.ts'
import type { Referred } from '../plugins/references-of.ts'
import { stepsOf, valueAt } from '../records/pointer.ts'
import type { ApiDefinition } from './api.ts'
import type { GatewayInstance } from './instance.ts'
import { slotReferences } from './references.ts'

/** What a split needs to know of an experiment. */
interface WithVariants {
  readonly id: string
  readonly variants: readonly { readonly id: string }[]
}

/**
 * Which features, experiments and workflows the plugins of an API name that are not there, and which variants its splits name
 * that their experiments have not. Nothing is said of what the caller may not read.
 */
export async function missingReferences(
  { store, catalog, referable }: Pick<GatewayInstance, 'store' | 'catalog' | 'referable'>,
  api: ApiDefinition,
  caller: Caller,
): Promise<Referred[]> {
  const found: Referred[] = []
  for (const one of slotReferences(api, catalog)) {
    if (one.to === 'backend' || one.to === 'plan') continue
    const { plural, domain } = referable[one.to]
    if (!may(caller, 'R', domain, one.id)) continue
    const stored = await store.get(plural, one.id)
    if (!stored) found.push(one)
    else if (one.to === 'experiment') found.push(...missingVariants(api, one, stored.value as WithVariants))
  }
  return found
}

function missingVariants(api: ApiDefinition, { pointer }: Referred, { id, variants }: WithVariants): Referred[] {
  const at = pointer.slice(0, pointer.lastIndexOf('/'))
  const backends = valueAt(api, [...stepsOf(at), 'backends'])
  const known = new Set(variants.map((variant) => variant.id))
  return Object.keys(backends ?? {})
    .filter((name) => !known.has(name))
    .map((name) => ({
      to: 'experiment',
      id: `${id} with the variant ${name}`,
      pointer: `${at}/backends/${escapePointer(name)}`,
    }))
}
