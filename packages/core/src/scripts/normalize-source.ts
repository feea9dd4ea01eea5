import type { JsonObject } from '../json.ts'
import { isObject } from '../json.ts'

/**
 * Brings the looser spellings of a script into the contract's form, `{ type, script }`: a text alone, and a text without its
 * language, are javascript; a script may hold another one whole, as `{ script: { type, script } }`. What says two things, such as
 * two languages, stays as it is, for validation to refuse.
 */
export function normalizeSource(source: unknown): unknown {
  if (typeof source === 'string') return { type: 'javascript', script: source }
  if (!isObject(source)) return source
  const { script, ...outer } = source
  if (isObject(script)) return agree(outer, script) ? normalizeSource({ ...outer, ...script }) : source
  return typeof script === 'string' && !('type' in source) ? { type: 'javascript', ...source } : source
}

/** Whether no member has two values. */
const agree = (one: JsonObject, other: JsonObject): boolean =>
  Object.keys(one).every((name) => !Object.hasOwn(other, name) || one[name] === other[name])
