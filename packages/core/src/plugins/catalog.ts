import { Type } from 'typebox'
import type { Static } from '../schema.ts'
import { anyObject, choice, object } from '../schema.ts'
import type { PluginCatalog } from './create-catalog.ts'
import { builtInCatalog } from './create-catalog.ts'
import { pluginCategories, pluginSteps } from './plugin.ts'

/** A plugin, as the catalog tells it. */
export const catalogEntrySchema = object({
  id: Type.String({ description: 'What slots of flows name it by' }),
  name: Type.String(),
  description: Type.String(),
  categories: Type.Array(choice(pluginCategories)),
  steps: Type.Array(choice(pluginSteps), { description: 'When it acts on a request' }),
  config_schema: anyObject({ description: 'JSON Schema of the `config` of a slot' }),
  default_config: anyObject({ description: 'What holds for members that a slot leaves out' }),
  multi_instance: Type.Boolean({ description: 'Whether a chain may have it more than once' }),
  implemented: Type.Boolean({ description: 'Whether the data plane of this version runs it' }),
})
/** A plugin, as the catalog tells it. */
export type CatalogEntry = Static<typeof catalogEntrySchema>

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
