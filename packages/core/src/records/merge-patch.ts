import type { JsonObject } from '../json.ts'
import { copyJson, isObject, own, setOwn } from '../json.ts'
import { rulesOf } from '../rules.ts'
import type { TSchema } from '../schema.ts'
import type { JsonPatch } from './patch.ts'
import { applyPatch } from './patch.ts'

/** The operations of a JSON Patch, or the object of a merge patch. */
export type AnyPatch = JsonPatch | Readonly<JsonObject>

/** What a patch is applied to a record of: its schema, and the most bytes of JSON that it may have (`applyPatch`). */
interface Bounds {
  readonly schema: TSchema
  readonly limit: number
}

/** Applies either to a copy. The members of a merge patch may have the looser names that those of a whole record may have. */
export const applyAnyPatch = (document: unknown, patch: AnyPatch, { schema, limit }: Bounds): unknown =>
  Array.isArray(patch) ? applyPatch(document, patch, limit) : applyMergePatch(document, inContractForm(schema, patch))

function inContractForm(schema: TSchema, patch: AnyPatch): unknown {
  const normalize = rulesOf(schema)?.normalize
  return normalize ? normalize(copyJson(patch)) : patch
}

/**
 * Applies a merge patch (RFC 7396) to a copy: objects are merged member by member, `null` takes a member away, anything
 * else takes the place of what is there; lists are replaced whole.
 */
export function applyMergePatch(document: unknown, patch: unknown): unknown {
  return merge(copyJson(document), copyJson(patch))
}

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
