import type { Problem } from '../../machine/errors/errors.ts'
import { configOf } from '../../plugins/config-of.ts'
import type { PluginCatalog } from '../../plugins/create-catalog.ts'
import type { ConfigProblems } from '../../plugins/plugin.ts'
import type { ApiFlow } from './flow.ts'

/**
 * Problems of plugin configurations in flows, by JSON pointer into the API (`/flows/0/plugins/slots/1/config/burst`).
 * Plugins that are not in the catalog are not checked.
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
