import { isObject, own } from '../machine/json/json.ts'
import type { TSchema } from '../machine/schema/schema.ts'
import { completePlugin } from './define-plugin.ts'
import { plugins as builtIn } from './index.ts'
import { closeObjects, interpretSchema } from './interpret.ts'
import { PLUGIN_PREFIX, type Plugin, type PluginDefinition } from './plugin.ts'

/** The plugins that an instance knows: the plugins of this package and of the embedding program. */
export interface PluginCatalog {
  readonly plugins: readonly Plugin[]
  /** Finds a plugin by id; `undefined` if it is unknown. */
  readonly find: (id: string) => Plugin | undefined
}

/**
 * Creates a catalog of the plugins of this package and the given ones. Throws a `RangeError` for a reserved or
 * duplicate id, and for a `configSchema` that does not describe an object.
 *
 * @example
 * const { plugins, find } = createCatalog()
 * const limit = find('cp:gateway.next.plugins.RateLimit')
 * console.log(plugins.length, limit?.defaultConfig)
 */
export function createCatalog(definitions: readonly PluginDefinition[] = []): PluginCatalog {
  const known = new Map<string, Plugin>(builtIn.map((plugin) => [plugin.id, plugin]))
  for (const definition of definitions) {
    const { id, configSchema } = definition
    if (id === '' || id.startsWith(PLUGIN_PREFIX))
      throw new RangeError(`The plugin id "${id}" is invalid: it must not be empty, nor begin with ${PLUGIN_PREFIX}`)
    if (known.has(id)) throw new RangeError(`The plugin id "${id}" is used twice: ids must be unique`)
    if (!isObject(configSchema) || own(configSchema, 'type') !== 'object')
      throw new RangeError(
        `The configSchema of the plugin ${id} is invalid: expected a JSON Schema with "type": "object"`,
      )
    const closed = { ...definition, configSchema: closeObjects(configSchema) as TSchema }
    known.set(id, completePlugin(closed, interpretSchema(configSchema)))
  }
  return { plugins: [...known.values()], find: (id) => known.get(id) }
}

/** The catalog without plugins of the embedding program. */
export const builtInCatalog: PluginCatalog = createCatalog()
