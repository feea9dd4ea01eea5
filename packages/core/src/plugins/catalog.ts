import type { Writing } from '../subject.ts'
import type { CatalogEntry } from './catalog-entry.ts'
import type { PluginCatalog } from './create-catalog.ts'
import { builtInCatalog } from './create-catalog.ts'

/** A catalog of plugins as it is served, the same each time. @default that of an instance without plugins of its own */
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

/** The plugins of a service. */
export const catalogWriting: Writing<{ readonly plugins?: PluginCatalog }, readonly CatalogEntry[]> = {
  data: ({ plugins }) => pluginCatalog(plugins),
}
