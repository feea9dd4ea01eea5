import type { Problem } from '../machine/errors/errors.ts'
import type { JsonObject } from '../machine/json/json.ts'
import type { TSchema } from '../machine/schema/schema.ts'

/** The prefix of the ids of this package's plugins. */
export const PLUGIN_PREFIX = 'cp:gateway.next.plugins.'

/** The steps of a request at which plugins act, in order. */
export const pluginSteps = [
  'PreRoute',
  'ValidateAccess',
  'TransformRequest',
  'CallBackend',
  'TransformResponse',
] as const
/** A step of a request at which a plugin acts. */
export type PluginStep = (typeof pluginSteps)[number]

/** The categories of plugins. */
export const pluginCategories = [
  'Authentication',
  'AccessControl',
  'Headers',
  'Security',
  'TrafficControl',
  'Responses',
  'Signalbox',
] as const
/** The category of a plugin. */
export type PluginCategory = (typeof pluginCategories)[number]

/** The kinds of records that a plugin's configuration can refer to. */
export const referenceKinds = ['backend', 'plan', 'feature', 'experiment', 'workflow'] as const

/** A member of a configuration that contains ids of other records. */
export interface PluginReference {
  /** The path of the member; `*` stands for each item or member: `['plans', '*', 'plan_ref']`. */
  readonly at: readonly string[]
  readonly to: (typeof referenceKinds)[number]
}

/** Problems of a configuration, by JSON pointer into it. */
export type ConfigProblems = Readonly<Record<string, readonly Problem[]>>

/** A plugin of the gateway, which flows use in their slots. */
export interface Plugin {
  /** The id that slots use: `cp:gateway.next.plugins.<Name>`, or an id of the embedding program. */
  readonly id: string
  readonly name: string
  /** A description in one line. */
  readonly description: string
  readonly steps: readonly PluginStep[]
  readonly categories: readonly PluginCategory[]
  /** The JSON Schema of a slot's `config`. Unknown members are rejected unless the schema allows them. */
  readonly configSchema: TSchema
  /** Defaults for members that a slot leaves out. */
  readonly defaultConfig: JsonObject
  /** Whether a chain can contain it more than once. */
  readonly multiInstance: boolean
  /**
   * Whether the data plane of this version runs the plugin. If not, it can be configured and is compiled and shown, but
   * has no effect yet.
   */
  readonly implemented: boolean
  /** Whether it answers requests itself, so that a route with it needs no backend. */
  readonly answers: boolean
  /** Whether it reads the OpenAPI document of the API. */
  readonly readsDocument: boolean
  /** The references in its configuration. */
  readonly references: readonly PluginReference[]
  /** Checks a configuration that includes its defaults, and returns its problems. */
  readonly check: (config: JsonObject) => ConfigProblems
}

/** The definition of a plugin; what it leaves out has defaults. */
export interface PluginDefinition
  extends Pick<Plugin, 'id' | 'name' | 'description' | 'steps' | 'categories' | 'configSchema'>,
    Partial<
      Pick<Plugin, 'defaultConfig' | 'multiInstance' | 'implemented' | 'answers' | 'readsDocument' | 'references'>
    > {
  /** Rules beyond the schema, called with a configuration that fits it. */
  readonly rules?: (config: JsonObject) => ConfigProblems
}
