import { may } from '../../../calls/session.ts'
import { kinds, type ListedKind } from '../../../kinds/kinds.ts'
import type { Option } from '../../../parts/fields/Combobox.tsx'
import { record } from '../../../records/records.ts'
import { index } from '../../../records/tree.ts'
import type { Offers } from '../../schema-form/form-settings.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** How many ids are offered. */
const OFFERED = 20

/** The kinds of records that members of configurations name, by their path. */
const named: Readonly<Record<string, 'features' | 'experiments' | 'workflows'>> = {
  feature: 'features',
  experiment: 'experiments',
  workflow: 'workflows',
}

/** The ids that a member of a configuration may have: records of the service, backends and plans of the API. */
export function offersHere(path: string, api: GatewayApi): Offers | undefined {
  const kind = Object.hasOwn(named, path) ? named[path] : undefined
  if (kind) return offersOfKind(kind)
  if (path === 'backend' || path === 'backends.*') return backendsHere(api)
  if (path === 'plan_ref' || path === 'plans.*.plan_ref')
    return given((api.documentation?.plans ?? []).map(({ id, name }) => ({ value: id, ...(name && { hint: name }) })))
  return undefined
}

/** The names that members of a map may have: the variants of the experiment that the configuration names. */
export function namesHere(path: string, { experiment }: Readonly<Record<string, unknown>>): Offers | undefined {
  if (path !== 'backends' || typeof experiment !== 'string' || !may('R', 'Experiment', experiment)) return undefined
  return given(variantsHere(experiment).map(({ id, name }) => ({ value: id, ...(name !== id && { hint: name }) })))
}

/** The variants of an experiment, as far as the page knows them. */
export function variantsHere(experiment: string): readonly { readonly id: string; readonly name: string }[] {
  if (experiment === '' || !may('R', 'Experiment', experiment)) return []
  const held = record('experiments', experiment).value
  return held.state === 'ready' ? held.value.variants : []
}

/** The records of a kind that the caller may read. */
export function offersOfKind(kind: ListedKind): Offers | undefined {
  if (!may('R', kinds[kind].domain)) return undefined
  const all = index(kind)
  return {
    // An id that is typed out is not what one searches for: all others are offered, too.
    search: (text) => all.search(all.find(text) ? '' : text, OFFERED).map(({ id }) => ({ value: id })),
    source: `${all.state.value} ${all.version.value}`,
  }
}

/** The backends of an API, and the stored ones. */
export function backendsHere({ backends = [] }: GatewayApi): Offers {
  const own = backends.map(({ id, name = '' }): Option => ({ value: id, hint: name === '' ? 'of this API' : name }))
  const stored = offersOfKind('backends')
  const { search, source } = given(own)
  return {
    search: (text) => [
      ...search(text),
      ...(stored?.search(text) ?? []).filter(({ value }) => !own.some((one) => one.value === value)),
    ],
    source: `${source} ${stored?.source}`,
  }
}

/** A fixed list to choose from. */
const given = (all: readonly Option[]): Offers => ({
  search(text) {
    const words = all.some(({ value }) => value === text) ? '' : text.toLowerCase()
    return all.filter(({ value, hint = '' }) => `${value} ${hint}`.toLowerCase().includes(words))
  },
  source: all.map(({ value }) => value).join(),
})
