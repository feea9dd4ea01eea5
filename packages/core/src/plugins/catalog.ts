import type { Writing } from '../machine/calls/description.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import { builtInCatalog, type PluginCatalog } from './create-catalog.ts'

/**
 * Describes the plugins of a catalog; the result is always the same. @default the catalog without plugins of the
 * embedding program
 *
 * @example
 * for (const { id, default_config } of pluginCatalog()) console.log(id, default_config)
 */
export const pluginCatalog = ({ plugins }: PluginCatalog = builtInCatalog): CatalogEntry[] =>
  plugins.map(({ id, name, description, categories, steps, configSchema, defaultConfig, ...rest }) => ({
    id,
    name,
    description,
    categories: [...categories],
    steps: [...steps],
    config_schema: { ...configSchema },
    default_config: { ...defaultConfig },
    multi_instance: rest.multiInstance,
    implemented: rest.implemented,
  }))

/** The description of a service's plugins. */
export const catalogWriting: Writing<{ readonly plugins?: PluginCatalog }, readonly CatalogEntry[]> = {
  data: ({ plugins }) => pluginCatalog(plugins),
}
