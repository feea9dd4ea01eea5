import type { JsonObject } from '../json.ts'
import { copyJson, isObject, own, setOwn } from '../json.ts'

/** A merge patch of a record (RFC 7396): any of its members; `null` removes one. Lists are replaced whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: MergePatch<T[K]> | null }
    : T

/** The members to replace as a whole: always (`true`), or when the named other member changes. */
type Replaced = Readonly<Record<string, true | string>>

/**
 * Applies a merge patch (RFC 7396) to a copy: merges objects member by member, removes members that are `null`,
 * replaces everything else. Lists are replaced as a whole, and so are the members in `replaced`, `null` included.
 */
export function applyMergePatch(document: unknown, patch: unknown, replaced: Replaced = {}): unknown {
  const target = copyJson(document)
  const merging = copyJson(patch)
  if (!isObject(target) || !isObject(merging)) return merge(target, merging)
  for (const [name, when] of Object.entries(replaced))
    if (when === true ? Object.hasOwn(merging, name) : changes(target, merging, when)) delete target[name]
  const merged = merge(target, merging) as JsonObject
  for (const [name, when] of Object.entries(replaced))
    if (when === true && Object.hasOwn(merging, name)) setOwn(merged, name, own(merging, name))
  return merged
}

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
