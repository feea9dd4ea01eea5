import type { api } from '../../calls/api.ts'
import { pluginId } from '../api/flows/slot.ts'
import { type Client, withoutBackend } from '../api/releases/release.ts'

/** A route as gateways serve it. */
export type Compiled = Awaited<ReturnType<typeof api.routes>>['routes'][number]

/** A route on which a plugin decides by a feature or an experiment. */
export interface Released {
  /** The id of the API. */
  readonly api: string
  readonly route: string
  readonly name: string
  /** What it matches: `GET api.shop.tld/billing/invoices`. */
  readonly takes: string
  /** Whether it is for testing only. */
  readonly isDraft: boolean
  /** Why it does not work at the moment, in words. */
  readonly why?: string
}

/** A route that a feature opens. */
export interface Gated extends Released {
  readonly negate: boolean
  readonly status: number
  readonly client?: Client
}

/** A route whose traffic an experiment splits. */
export interface Split extends Released {
  /** The backend of the route; absent if it has none. */
  readonly backend?: string
  readonly backends: Readonly<Record<string, string>>
  /** Variants without a backend, which get that of the route. */
  readonly missing: readonly string[]
  /** Variants with a backend that the experiment does not have. */
  readonly unknown: readonly string[]
}

/** The routes that a feature opens, or closes. */
export const gatesOf = (routes: readonly Compiled[], feature: string): readonly Gated[] =>
  slotsWith(routes, 'FeatureGate', { feature }).map(({ released, config }) => ({
    ...released,
    negate: config.negate === true,
    status: typeof config.status === 'number' ? config.status : 404,
    ...(config.client !== undefined && { client: config.client as Client }),
  }))

/** The routes that an experiment splits. */
export const splitsOf = (
  routes: readonly Compiled[],
  { id, variants }: { readonly id: string; readonly variants: readonly { readonly id: string }[] },
): readonly Split[] =>
  slotsWith(routes, 'ExperimentSplit', { experiment: id }).map(({ released, route, config }) => {
    const backends = (config.backends ?? {}) as Readonly<Record<string, string>>
    return {
      ...released,
      ...(route.backend.ref !== undefined && { backend: route.backend.ref }),
      backends,
      missing: withoutBackend(variants, backends),
      unknown: Object.keys(backends).filter((variant) => !variants.some((one) => one.id === variant)),
    }
  })

/** The routes whose successful responses are the goal of an experiment. */
export const goalsOf = (routes: readonly Compiled[], experiment: string): readonly Released[] =>
  slotsWith(routes, 'ExperimentGoal', { experiment }).map(({ released }) => released)

/** The slots of a plugin that name a record, with their routes. */
function slotsWith(routes: readonly Compiled[], plugin: string, wanted: Readonly<Record<string, string>>) {
  const [[member, id]] = Object.entries(wanted) as [[string, string]]
  return routes.flatMap((route) =>
    route.plugins
      .filter((slot) => slot.plugin === pluginId(plugin) && slot.config[member] === id)
      .map(({ enabled, config }) => ({ route, config, released: released(route, enabled) })),
  )
}

function released(route: Compiled, isOn: boolean): Released {
  const { id, api_ref, name, draft, enabled, frontend, refusal } = route
  const why = !enabled
    ? 'The route is off.'
    : !isOn
      ? 'The plugin is off.'
      : refusal && `The route refuses all requests. ${refusal.message}`
  const [first = '', ...others] = frontend.domains
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  return {
    api: api_ref,
    route: id.slice(id.indexOf(':') + 1),
    name,
    takes: `${frontend.methods.join(' ') || 'Any method'} ${first}${more}`,
    isDraft: draft,
    ...(why && { why }),
  }
}
