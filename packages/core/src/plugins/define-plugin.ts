import type { JsonObject } from '../machine/json/json.ts'
import { validationProblems } from '../machine/schema/validate.ts'
import { type ConfigProblems, PLUGIN_PREFIX, type Plugin, type PluginDefinition } from './plugin.ts'

/** A plugin of this package; `Name` is the name in its id, such as `RateLimit`. */
export interface BuiltInPlugin<Name extends string> extends Plugin {
  readonly id: `${typeof PLUGIN_PREFIX}${Name}`
}

/**
 * Declares a plugin of this package by its short name, such as `RateLimit`. The data plane of this version runs it.
 * @default no default configuration, once in a chain
 */
export function definePlugin<const Name extends string>({
  id,
  ...definition
}: Omit<PluginDefinition, 'implemented'> & { readonly id: Name }): BuiltInPlugin<Name> {
  const { configSchema } = definition
  const whole = { ...definition, id: `${PLUGIN_PREFIX}${id}` as const, implemented: true }
  return completePlugin(whole, (config) => validationProblems(configSchema, config))
}

/** Completes a definition with its defaults and a check. */
export function completePlugin<Id extends string>(
  { rules, ...definition }: PluginDefinition & { readonly id: Id },
  fits: (config: JsonObject) => ConfigProblems,
): Plugin & { readonly id: Id } {
  return {
    defaultConfig: {},
    multiInstance: false,
    implemented: false,
    answers: definition.steps.includes('CallBackend'),
    readsDocument: false,
    references: [],
    ...definition,
    check(config) {
      const found = fits(config)
      return Object.keys(found).length > 0 ? found : (rules?.(config) ?? {})
    },
  }
}
