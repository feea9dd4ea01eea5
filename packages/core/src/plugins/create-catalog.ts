import { isObject, own } from '../json.ts'
import type { TSchema } from '../schema.ts'
import { completePlugin } from './define-plugin.ts'
import { plugins as builtIn } from './index.ts'
import { closeObjects, interpretSchema } from './interpret.ts'
import type { Plugin, PluginDefinition } from './plugin.ts'
import { PLUGIN_PREFIX } from './plugin.ts'

/** The plugins that an instance knows: those of this package, and those of the embedding program. */
export interface PluginCatalog {
  readonly plugins: readonly Plugin[]
  /** The plugin of an id; `undefined` for an unknown one. */
  readonly find: (id: string) => Plugin | undefined
}

/**
 * The catalog of an instance. Throws a `RangeError` for a plugin that cannot be told from others, and for a schema that is
 * not one of objects.
 */
export function createCatalog(definitions: readonly PluginDefinition[] = []): PluginCatalog {
  const known = new Map(builtIn.map((plugin) => [plugin.id, plugin]))
  for (const definition of definitions) {
    const { id, configSchema } = definition
    if (id === '' || id.startsWith(PLUGIN_PREFIX))
      throw new RangeError(`The plugin id "${id}" is invalid: ids with the prefix ${PLUGIN_PREFIX} are reserved`)
    if (known.has(id)) throw new RangeError(`The plugin id "${id}" is used twice`)
    if (!isObject(configSchema) || own(configSchema, 'type') !== 'object')
      throw new RangeError(
        `The configSchema of the plugin ${id} is invalid: expected a JSON Schema with "type": "object"`,
      )
    const closed = { ...definition, configSchema: closeObjects(configSchema) as TSchema }
    known.set(id, completePlugin(closed, interpretSchema(configSchema)))
  }
  return { plugins: [...known.values()], find: (id) => known.get(id) }
}

/** The catalog of an instance without plugins of its own. */
export const builtInCatalog: PluginCatalog = createCatalog()
