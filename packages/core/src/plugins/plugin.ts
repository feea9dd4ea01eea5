import type { Problem } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import type { TSchema } from '../schema.ts'

/** What the ids of plugins of this package begin with. */
export const PLUGIN_PREFIX = 'cp:gateway.next.plugins.'

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

/** What configurations of a plugin can refer to. */
export const referenceKinds = ['backend', 'plan', 'feature', 'experiment', 'workflow'] as const

/** A member of a configuration that holds ids of other things. */
export interface PluginReference {
  /** Where it is; `*` stands for each item or member: `['plans', '*', 'plan_ref']`. */
  readonly at: readonly string[]
  readonly to: (typeof referenceKinds)[number]
}

/** Problems of a configuration, by JSON pointer into it. */
export type ConfigProblems = Readonly<Record<string, readonly Problem[]>>

/** A plugin of the gateway: what flows may put into their slots, and how each is configured. */
export interface Plugin {
  /** As slots name it: `cp:gateway.next.plugins.<Name>`, or an id of the embedding program. */
  readonly id: string
  readonly name: string
  /** One line. */
  readonly description: string
  readonly steps: readonly PluginStep[]
  readonly categories: readonly PluginCategory[]
  /** What the `config` of a slot must be like, as JSON Schema. Unknown members are rejected unless the schema allows them. */
  readonly configSchema: TSchema
  /** What holds for members that a slot leaves out. */
  readonly defaultConfig: JsonObject
  /** Whether a chain may have it more than once. */
  readonly multiInstance: boolean
  /** Whether the data plane of this version runs it; if not, it is configured, compiled and shown, and does nothing yet. */
  readonly implemented: boolean
  /** Whether it answers requests itself, so that a route with it needs no backend. */
  readonly answers: boolean
  /** What its configuration refers to. */
  readonly references: readonly PluginReference[]
  /** What is wrong with a configuration that has its defaults already. */
  readonly check: (config: JsonObject) => ConfigProblems
}

/** What differs between plugins. */
export interface PluginDefinition
  extends Pick<Plugin, 'id' | 'name' | 'description' | 'steps' | 'categories' | 'configSchema'>,
    Partial<Pick<Plugin, 'defaultConfig' | 'multiInstance' | 'implemented' | 'answers' | 'references'>> {
  /** Rules that the schema cannot say; they are given what fits the schema. */
  readonly rules?: (config: JsonObject) => ConfigProblems
}
