import type { JsonObject } from '../json.ts'
import { isObject, own } from '../json.ts'
import type { Plugin } from './plugin.ts'

/** A configuration with the defaults of its plugin. `optional` is about the slot: every plugin's may have it. */
export function configOf({ defaultConfig }: Pick<Plugin, 'defaultConfig'>, config: JsonObject): JsonObject {
  const { optional: _optional, ...own } = config
  return merged(defaultConfig, own)
}

/** Objects are merged, everything else is replaced. */
const merged = (defaults: JsonObject, given: JsonObject): JsonObject => {
  const result: JsonObject = { ...defaults, ...given }
  for (const [name, value] of Object.entries(defaults)) {
    const sent = own(given, name)
    if (isObject(value) && isObject(sent)) result[name] = merged(value, sent)
  }
  return result
}
