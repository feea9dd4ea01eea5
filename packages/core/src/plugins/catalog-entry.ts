import type { Static } from '../schema.ts'
import { anyObject, choice, object, Type } from '../schema.ts'
import { pluginCategories, pluginSteps } from './plugin.ts'

/** A plugin as described in the catalog. */
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
/** A plugin as described in the catalog. */
export type CatalogEntry = Static<typeof catalogEntrySchema>
