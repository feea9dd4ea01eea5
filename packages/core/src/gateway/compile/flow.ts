import { findPlugin } from '../../plugins/index.ts'
import type { ApiDefinition } from '../api.ts'
import { DEFAULT_FLOW } from '../defaults.ts'
import type { Slot } from '../flow.ts'
import { PLUGIN_PREFIX } from '../flow.ts'
import type { CompiledSlot } from './compiled-route.ts'
import type { Warn } from './warn.ts'
import { below, placesById } from './warn.ts'

/** Finds the plugins that an id stands for; `warn` is for the place that names it. */
type FindFlow = (id: string | undefined, warn: Warn) => readonly CompiledSlot[]

/**
 * Step 3 (decisions 8.8): the flow that a route names is the chain of its plugins; a route that names none has the default
 * one. Where it names one that is not there, nobody knows what it guarded: the route refuses every request.
 */
export function flowsOf({ flows = [] }: ApiDefinition, warn: Warn): FindFlow {
  const places = placesById(flows, below(warn, '/flows'))
  const known = new Map<number, readonly CompiledSlot[]>()
  const compile = (place: number): readonly CompiledSlot[] =>
    (flows[place]!.plugins?.slots ?? []).map((slot, i) => {
      const { plugin, enabled = true } = slot
      const warnSlot = below(warn, `/flows/${place}/plugins/slots/${i}`)
      if (!enabled) warnSlot('/enabled', `The plugin ${plugin} is disabled and skipped`)
      if (!findPlugin(plugin)) warnSlot('/plugin', `There is no plugin ${plugin} in the catalog: it does nothing`)
      return toSlot(slot)
    })

  return (id, warnRoute) => {
    const place = id === undefined ? defaultPlace(flows) : places.get(id)
    if (place !== undefined) {
      const slots = known.get(place) ?? compile(place)
      known.set(place, slots)
      return slots
    }
    if (id === undefined) return []
    warnRoute('', `There is no flow ${id}: every request is refused`)
    return [refusal]
  }
}

/** A slot with every member there. */
export const toSlot = ({ plugin, enabled = true, include = [], exclude = [], config = {} }: Slot): CompiledSlot => ({
  plugin,
  enabled,
  include,
  exclude,
  config,
})

/** Answers every request in the place of a chain that is not there. */
const refusal = toSlot({ plugin: `${PLUGIN_PREFIX}StaticResponse`, config: { status: 503, headers: {}, body: '' } })

/** By its id, or else by its name. */
function defaultPlace(flows: NonNullable<ApiDefinition['flows']>): number | undefined {
  const byId = flows.findIndex(({ id }) => id === DEFAULT_FLOW)
  const place = byId < 0 ? flows.findIndex(({ name }) => name === DEFAULT_FLOW) : byId
  return place < 0 ? undefined : place
}
