import { PLUGIN_PREFIX, type PluginDefinition } from '@signalbox/core/gateway'
import type { GatewayPlugin } from '../plugin-api/own-plugin.ts'
import type { PluginCode } from '../plugin-api/plugin.ts'
import { builtIn } from './index.ts'

/**
 * Finds the code of a plugin by id: of this package, or of the embedding program. The result returns `undefined` for a
 * plugin that this data plane does not run: routes with it have to refuse.
 */
export function pluginCode(own: readonly GatewayPlugin[] = []): (id: string) => PluginCode | undefined {
  // Causes of a program's own pass through the pipeline like causes of the table.
  const known = new Map<string, PluginCode>(own.map((plugin) => [plugin.id, plugin as PluginCode]))
  for (const [name, code] of Object.entries(builtIn)) known.set(`${PLUGIN_PREFIX}${name}`, code)
  return (id) => known.get(id)
}

/** The definitions of plugins for `createCatalog`, without their code. */
export const definitionsOf = (own: readonly GatewayPlugin[]): PluginDefinition[] =>
  own.map(({ stage: _stage, isPure: _isPure, compile: _compile, ...definition }) => definition)
