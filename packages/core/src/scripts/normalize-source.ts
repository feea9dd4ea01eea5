import { isObject, type JsonObject } from '../machine/json/json.ts'

/**
 * Converts looser spellings of a script to the contract's form, `{ type, script }`. A plain string, or a text without a
 * language, is JavaScript. A script may be nested: `{ script: { type, script } }`. Contradictions, such as two
 * languages, stay as they are and fail validation.
 */
export function normalizeSource(source: unknown): unknown {
  if (typeof source === 'string') return { type: 'javascript', script: source }
  if (!isObject(source)) return source
  const { script, ...outer } = source
  if (isObject(script)) return agree(outer, script) ? normalizeSource({ ...outer, ...script }) : source
  return typeof script === 'string' && !('type' in source) ? { type: 'javascript', ...source } : source
}

/** Whether no member has different values in the two objects. */
const agree = (one: JsonObject, other: JsonObject): boolean =>
  Object.keys(one).every((name) => !Object.hasOwn(other, name) || one[name] === other[name])
