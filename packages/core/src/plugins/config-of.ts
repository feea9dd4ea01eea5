import { isObject, type JsonObject, own } from '../machine/json/json.ts'
import type { Plugin } from './plugin.ts'

/**
 * Merges a configuration into the defaults of its plugin. `optional` is removed: it is about the slot, and allowed for
 * every plugin.
 */
export function configOf({ defaultConfig }: Pick<Plugin, 'defaultConfig'>, config: JsonObject): JsonObject {
  const { optional: _optional, ...own } = config
  return merged(defaultConfig, own)
}

/** Merges objects recursively; all other values are replaced. */
const merged = (defaults: JsonObject, given: JsonObject): JsonObject => {
  const result: JsonObject = { ...defaults, ...given }
  for (const [name, value] of Object.entries(defaults)) {
    const sent = own(given, name)
    if (isObject(value) && isObject(sent)) result[name] = merged(value, sent)
  }
  return result
}
