import { anyObject, choice, object, type Static, Type } from '../machine/schema/schema.ts'
import { pluginCategories, pluginSteps } from './plugin.ts'

/** A plugin as described in the catalog. */
export const catalogEntrySchema = object({
  id: Type.String({ description: 'The id that slots of flows use' }),
  name: Type.String(),
  description: Type.String(),
  categories: Type.Array(choice(pluginCategories)),
  steps: Type.Array(choice(pluginSteps), { description: 'The stage in which the plugin runs' }),
  config_schema: anyObject({ description: 'The JSON Schema of the `config` of a slot' }),
  default_config: anyObject({ description: 'The defaults of members that a slot omits' }),
  multi_instance: Type.Boolean({ description: 'Whether a chain may contain the plugin more than once' }),
  implemented: Type.Boolean({ description: 'Whether the data plane of this version runs the plugin' }),
})
/** A plugin as described in the catalog. */
export type CatalogEntry = Static<typeof catalogEntrySchema>
