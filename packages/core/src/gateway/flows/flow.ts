import { segmentSchema } from '../../machine/keys/key.ts'
import { anyObject, note, object, type Static, Type } from '../../machine/schema/schema.ts'
import { PLUGIN_PREFIX } from '../../plugins/plugin.ts'

/** A plugin in a flow, with its configuration. */
export const slotSchema = object({
  plugin: Type.String({ minLength: 1, description: `\`${PLUGIN_PREFIX}<PluginName>\`` }),
  enabled: Type.Optional(Type.Boolean({ default: true })),
  include: Type.Optional(
    Type.Array(Type.String(), { default: [], description: 'Paths to which the plugin applies. Empty: all' }),
  ),
  exclude: Type.Optional(
    Type.Array(Type.String(), { default: [], description: 'Paths to which the plugin does not apply' }),
  ),
  config: Type.Optional(anyObject({ default: {}, description: 'The configuration that the plugin requires' })),
})
/** A plugin in a flow, with its configuration. */
export type Slot = Static<typeof slotSchema>

/** A named chain of plugins, which routes refer to by id. */
export const apiFlowSchema = object({
  id: segmentSchema,
  name: note,
  plugins: Type.Optional(object({ slots: Type.Optional(Type.Array(slotSchema, { default: [] })) }, { default: {} })),
})
/** A named chain of plugins, which routes refer to by id. */
export type ApiFlow = Static<typeof apiFlowSchema>
