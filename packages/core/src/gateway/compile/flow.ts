import { nearest } from '../../machine/errors/nearest.ts'
import { setOwn } from '../../machine/json/json.ts'
import { configOf } from '../../plugins/config-of.ts'
import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { Plugin } from '../../plugins/plugin.ts'
import { referencesOf } from '../../plugins/references-of.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { DEFAULT_FLOW, defaultFlow } from '../apis/defaults.ts'
import type { ApiFlow, Slot } from '../flows/flow.ts'
import { type FindBackend, placesOf } from './backends/backend.ts'
import type { CompiledBackend, CompiledSlot, Refusal } from './compiled-route.ts'
import { misconfigured } from './frontend.ts'
import { placesById } from './places.ts'
import { below, type Warn } from './warnings.ts'

/** A compiled chain of plugins, and the reason to refuse every request if part of it could not be compiled. */
export interface Chain {
  readonly slots: readonly CompiledSlot[]
  readonly refusal?: Refusal
}

/** Finds the chain of a flow by id. `warn` reports at the place that names the id. */
type FindFlow = (id: string | undefined, warn: Warn) => Chain

/** The plugins and backends that flows can use. */
interface FlowContext {
  readonly catalog: PluginCatalog
  readonly findBackend: FindBackend
  /** The SHA-256 of the OpenAPI document of the API, if it has one. */
  readonly document: string | undefined
}

/**
 * Step 3: compiles the flow that a route names, or the default flow, into a chain of plugins.
 * The chain refuses every request if the flow or an enabled plugin is unknown, or a configuration is invalid: the
 * missing part may have been a guard.
 */
export function flowsOf({ flows = [] }: ApiDefinition, context: FlowContext, warn: Warn): FindFlow {
  const places = placesById(flows, below(warn, '/flows'))
  const known = new Map<number, Chain>()
  const byDefault = compileChain(defaultFlow, context, () => '')

  return (id, warnRoute) => {
    const place = id === undefined ? defaultPlace(flows) : places.get(id)
    if (place !== undefined) {
      const chain = known.get(place) ?? compileChain(flows[place]!, context, below(warn, `/flows/${place}`))
      known.set(place, chain)
      return chain
    }
    return id === undefined ? byDefault : { slots: [], refusal: misconfigured(warnRoute('', 'flow.missing', id)) }
  }
}

function compileChain({ plugins }: ApiFlow, context: FlowContext, warn: Warn): Chain {
  const compiled = (plugins?.slots ?? []).map((slot, i) =>
    compileSlot(slot, context, below(warn, `/plugins/slots/${i}`)),
  )
  const refusal = compiled.find((one) => one.refusal)?.refusal
  return { slots: compiled.flatMap(({ slot }) => slot ?? []), ...(refusal && { refusal }) }
}

interface Compiled {
  readonly slot?: CompiledSlot
  readonly refusal?: Refusal
}

function compileSlot(slot: Slot, { catalog, findBackend, document }: FlowContext, warn: Warn): Compiled {
  const { plugin: id, enabled = true, config = {} } = slot
  const plugin = catalog.find(id)
  if (!enabled) {
    warn('/enabled', 'plugin.disabled', id)
    return { slot: plugin ? filledSlot(plugin, slot) : toSlot(slot) }
  }
  if (!plugin) return unknownPlugin(slot, catalog, warn)
  const problems = plugin.check(configOf(plugin, config))
  if (Object.keys(problems).length > 0) {
    const message = warn('/config', 'plugin.config', id, placesOf(problems))
    return { slot: toSlot(slot), refusal: misconfigured(message) }
  }
  const filled = filledSlot(plugin, slot)
  if (!plugin.readsDocument) return withBackends(filled, { plugin, findBackend }, warn)
  if (document === undefined) warn('/plugin', 'plugin.document.missing', id)
  return { slot: document === undefined ? filled : { ...filled, document } }
}

function unknownPlugin(slot: Slot, { plugins }: PluginCatalog, warn: Warn): Compiled {
  const { plugin: id, config } = slot
  if (config?.optional === true) {
    warn('/plugin', 'plugin.optional', id)
    return {}
  }
  const like =
    nearest(
      id,
      plugins.map((one) => one.id),
    ) ?? ''
  return {
    slot: toSlot(slot),
    refusal: { cause: 'errors.plugin.unknown', message: warn('/plugin', 'plugin.unknown', id, like) },
  }
}

/** Adds the backends that the configuration of a slot names. */
function withBackends(
  slot: CompiledSlot,
  { plugin, findBackend }: { plugin: Plugin; findBackend: FindBackend },
  warn: Warn,
): Compiled {
  const named = referencesOf(plugin, slot.config).filter(({ to }) => to === 'backend')
  if (named.length === 0) return { slot }
  const backends: Record<string, CompiledBackend> = {}
  const refusals: Refusal[] = []
  for (const { id, pointer } of named) {
    const warnHere = below(warn, `/config${pointer}`)
    const found = findBackend(id, warnHere)
    if (found) setOwn(backends, id, found.backend)
    const refusal = found ? found.refusal : misconfigured(warnHere('', 'plugin.backend.missing', plugin.id, id))
    if (refusal) refusals.push(refusal)
  }
  return { slot: { ...slot, backends }, ...(refusals[0] && { refusal: refusals[0] }) }
}

/** Fills in the members that a slot leaves out. */
export const toSlot = ({ plugin, enabled = true, include = [], exclude = [], config = {} }: Slot): CompiledSlot => ({
  plugin,
  enabled,
  include,
  exclude,
  config,
})

/** Fills in a slot, including the defaults of its plugin. */
export const filledSlot = (plugin: Pick<Plugin, 'defaultConfig'>, slot: Slot): CompiledSlot =>
  toSlot({ ...slot, config: configOf(plugin, slot.config ?? {}) })

/** The index of the default flow: by id, or else by name. */
export function defaultPlace(flows: NonNullable<ApiDefinition['flows']>): number | undefined {
  const byId = flows.findIndex(({ id }) => id === DEFAULT_FLOW)
  const place = byId < 0 ? flows.findIndex(({ name }) => name === DEFAULT_FLOW) : byId
  return place < 0 ? undefined : place
}
