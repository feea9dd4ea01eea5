import { PLUGIN_PREFIX } from '../gateway/flow.ts'
import type { JsonObject } from '../json.ts'
import type { TSchema } from '../schema.ts'

/** The moments of a request at which plugins act, in their order. */
export const pluginSteps = [
  'PreRoute',
  'ValidateAccess',
  'TransformRequest',
  'CallBackend',
  'TransformResponse',
] as const
/** A moment of a request at which a plugin acts. */
export type PluginStep = (typeof pluginSteps)[number]

/** What plugins are for. */
export const pluginCategories = [
  'Authentication',
  'AccessControl',
  'Headers',
  'Security',
  'TrafficControl',
  'Responses',
  'Signalbox',
] as const
/** What a plugin is for. */
export type PluginCategory = (typeof pluginCategories)[number]

/** A plugin of the gateway: what flows may put into their slots, and how each is configured. */
export interface Plugin {
  /** `cp:gateway.next.plugins.<Name>`, as slots have it. */
  readonly id: `${typeof PLUGIN_PREFIX}${string}`
  readonly name: string
  /** One line. */
  readonly description: string
  readonly steps: readonly PluginStep[]
  readonly categories: readonly PluginCategory[]
  /** What the `config` of a slot must be like, as JSON Schema. Members that it does not name are kept as sent. */
  readonly configSchema: TSchema
  /** What holds for members that a slot leaves out. */
  readonly defaultConfig: JsonObject
  /** Whether a chain may have it more than once. */
  readonly multiInstance: boolean
  /** Whether the data plane of this version runs it; if not, it is configured, compiled and shown, and does nothing yet. */
  readonly implemented: boolean
}

/** What differs between plugins; the id comes from the name. */
export interface PluginDefinition extends Partial<Pick<Plugin, 'defaultConfig' | 'multiInstance' | 'implemented'>> {
  /** Without spaces: `RateLimit`. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly steps: readonly PluginStep[]
  readonly categories: readonly PluginCategory[]
  readonly configSchema: TSchema
}

/** Declares a plugin. @default no default configuration, once in a chain, not run yet */
export const definePlugin = ({ id, ...definition }: PluginDefinition): Plugin => ({
  id: `${PLUGIN_PREFIX}${id}`,
  defaultConfig: {},
  multiInstance: false,
  implemented: false,
  ...definition,
})
