import { type Caller, may } from '../../machine/callers/caller.ts'
import { escapePointer } from '../../machine/json/json.ts'
import { stepsOf, valueAt } from '../../machine/json/pointer.ts'
import { plansOf } from '../../plans/plan-life.ts'
import type { GatewayInstance } from '../instance.ts'
import { type ApiDefinition, apis } from './api.ts'
import { referencesIn } from './references.ts'

/** A reference of an API. */
export type Reference = ReturnType<typeof referencesIn>[number]

/** The part of an experiment that a split uses. */
interface WithVariants {
  readonly id: string
  readonly variants: readonly { readonly id: string }[]
}

/**
 * Finds references of an API's plugins and audiences to features, segments, experiments and workflows that do not exist, and
 * to variants that their experiment does not have. Records that the caller may not read are skipped.
 */
export async function missingReferences(
  { store, catalog, referable }: Pick<GatewayInstance, 'store' | 'catalog' | 'referable'>,
  api: ApiDefinition,
  caller: Caller,
): Promise<Reference[]> {
  const found: Reference[] = []
  for (const one of referencesIn(api, catalog)) {
    if (one.to === 'backend' || one.to === 'plan') continue
    const { plural, domain } = referable[one.to]
    if (!may(caller, 'R', domain, one.id)) continue
    const stored = await store.get(plural, one.id)
    if (!stored) found.push(one)
    else if (one.to === 'experiment') found.push(...missingVariants(api, one, stored.value as WithVariants))
  }
  return found
}

function missingVariants(api: ApiDefinition, { pointer }: Reference, { id, variants }: WithVariants): Reference[] {
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

/** The successors of an API and its plans that do not exist. APIs that the caller may not read are skipped. */
export async function missingSuccessors(
  { store }: Pick<GatewayInstance, 'store'>,
  api: ApiDefinition,
  caller: Caller,
): Promise<ReadonlySet<string>> {
  const named = new Set([api, ...plansOf(api)].flatMap(({ successor }) => successor ?? []))
  const missing = new Set<string>()
  for (const id of named) if (may(caller, 'R', apis.domain, id) && !(await store.get(apis.plural, id))) missing.add(id)
  return missing
}
