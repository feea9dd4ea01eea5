import { Type } from 'typebox'
import type { Static } from '../schema.ts'
import { anyObject, choice, object } from '../schema.ts'
import { plugins } from './index.ts'
import { pluginCategories, pluginSteps } from './plugin.ts'

/** A plugin, as the catalog tells it (decisions 10.3). */
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

/** The catalog of plugins as it is served (decisions 10.3), the same each time. */
export const pluginCatalog = (): CatalogEntry[] =>
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
