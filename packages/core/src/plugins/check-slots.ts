import type { Problem } from '../errors.ts'
import type { ApiFlow } from '../gateway/flow.ts'
import type { JsonObject } from '../json.ts'
import { isObject, own } from '../json.ts'
import type { PluginCatalog } from './create-catalog.ts'
import type { ConfigProblems, Plugin } from './plugin.ts'

/**
 * What is wrong with the configurations in the slots of flows, by JSON pointer into the API
 * (`/flows/0/plugins/slots/1/config/burst`). Slots of plugins that the catalog does not have are taken as they are.
 */
export function slotProblems(flows: readonly ApiFlow[] = [], catalog: PluginCatalog): ConfigProblems {
  const found: Record<string, readonly Problem[]> = {}
  for (const [i, { plugins }] of flows.entries())
    for (const [j, { plugin: id, config = {} }] of (plugins?.slots ?? []).entries()) {
      const plugin = catalog.find(id)
      if (!plugin) continue
      for (const [pointer, problems] of Object.entries(plugin.check(configOf(plugin, config))))
        found[`/flows/${i}/plugins/slots/${j}/config${pointer}`] = problems
    }
  return found
}

/** A configuration with the defaults of its plugin. `optional` is about the slot: every plugin's may have it. */
export function configOf({ defaultConfig }: Pick<Plugin, 'defaultConfig'>, config: JsonObject): JsonObject {
  const { optional: _optional, ...own } = config
  return merged(defaultConfig, own)
}

/** Objects are merged, everything else is replaced. */
const merged = (defaults: JsonObject, given: JsonObject): JsonObject => {
  const result: JsonObject = { ...defaults, ...given }
  for (const [name, value] of Object.entries(defaults)) {
    const sent = own(given, name)
    if (isObject(value) && isObject(sent)) result[name] = merged(value, sent)
  }
  return result
}
