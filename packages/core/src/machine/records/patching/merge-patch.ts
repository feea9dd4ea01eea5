import { copyJson, isObject, type JsonObject, own, setOwn } from '../../json/json.ts'

/** A merge patch of a record (RFC 7396): any of its members; `null` removes one. Lists are replaced whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: MergePatch<T[K]> | null }
    : T

/**
 * When a patch replaces a member as a whole: always (`true`), always and `null` is a value (`'even by null'`), or when
 * the named other member changes. For an object: when it replaces which of its members.
 */
export interface Replaced extends Readonly<Record<string, true | typeof EVEN_BY_NULL | string | Replaced>> {}

const EVEN_BY_NULL = 'even by null'

/**
 * Applies a merge patch (RFC 7396) to a copy: merges objects member by member, removes members that are `null`,
 * replaces everything else. Lists are replaced as a whole, and so are the members in `replaced`.
 */
export function applyMergePatch(document: unknown, patch: unknown, replaced: Replaced = {}): unknown {
  const target = copyJson(document)
  const merging = copyJson(patch)
  if (!isObject(target) || !isObject(merging)) return merge(target, merging)
  for (const [name, when] of Object.entries(replaced))
    if (typeof when === 'object') continue
    else if (isAlways(when) ? Object.hasOwn(merging, name) : changes(target, merging, when)) delete target[name]
  const merged = merge(target, merging) as JsonObject
  for (const [name, when] of Object.entries(replaced))
    if (typeof when === 'object') {
      if (isObject(own(merging, name)))
        setOwn(merged, name, applyMergePatch(own(target, name), own(merging, name), when))
    } else if (isAlways(when) && Object.hasOwn(merging, name) && (when === EVEN_BY_NULL || own(merging, name) !== null))
      setOwn(merged, name, own(merging, name))
  return merged
}

const isAlways = (when: Replaced[string]): when is true | typeof EVEN_BY_NULL => when === true || when === EVEN_BY_NULL

const changes = (target: JsonObject, patch: JsonObject, name: string): boolean =>
  Object.hasOwn(patch, name) && own(patch, name) !== own(target, name)

function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: JsonObject = isObject(target) ? target : {}
  for (const name of Object.keys(patch)) {
    const value = own(patch, name)
    if (value === null) delete result[name]
    else setOwn(result, name, merge(own(result, name), value))
  }
  return result
}
