import type { JsonObject } from '../json.ts'
import { validationProblems } from '../validate.ts'
import type { ConfigProblems, Plugin, PluginDefinition } from './plugin.ts'
import { PLUGIN_PREFIX } from './plugin.ts'

/**
 * Declares a plugin of this package by its short name, such as `RateLimit`. @default no default configuration, once in
 * a chain, not run yet
 */
export function definePlugin({ id, ...definition }: PluginDefinition): Plugin {
  const { configSchema } = definition
  return completePlugin({ id: `${PLUGIN_PREFIX}${id}`, ...definition }, (config) =>
    validationProblems(configSchema, config),
  )
}

/** Completes a definition with its defaults and a check. */
export function completePlugin(
  { rules, ...definition }: PluginDefinition,
  fits: (config: JsonObject) => ConfigProblems,
): Plugin {
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
