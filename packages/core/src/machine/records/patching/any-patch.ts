import { copyJson, isObject, type JsonObject, own } from '../../json/json.ts'
import { rulesOf } from '../../schema/rules.ts'
import { missingMembers } from '../defaults.ts'
import type { Resource } from '../resource.ts'
import { applyMergePatch } from './merge-patch.ts'
import { applyPatch, type JsonPatch } from './patch.ts'

/** The operations of a JSON Patch, or the object of a merge patch. */
export type AnyPatch = JsonPatch | Readonly<JsonObject>

/** The kind of the patched record, and the most bytes of JSON it may have (`applyPatch`). */
interface Bounds {
  readonly resource: Pick<Resource, 'schema' | 'isCompleted' | 'replaced'>
  readonly limit: number
}

/**
 * Applies a JSON Patch or a merge patch to a copy. A JSON Patch sees the defaults of members that were not sent, so
 * that `/tags/-` exists; defaults it does not change are not stored. A merge patch may use the same looser spellings of
 * members as a whole record.
 */
export function applyAnyPatch(record: object, patch: AnyPatch, { resource, limit }: Bounds): unknown {
  const { schema, isCompleted, replaced } = resource
  if (!isJsonPatch(patch)) return applyMergePatch(record, inContractForm(patch, record, resource), replaced)
  const unsent = isCompleted ? {} : missingMembers(schema, record)
  return withoutUntouched(applyPatch({ ...record, ...unsent }, patch, limit), unsent, patch)
}

const isJsonPatch = (patch: AnyPatch): patch is JsonPatch => Array.isArray(patch)

/**
 * Normalizes a merge patch. Some spellings depend on another member, which comes from the record if the patch has none.
 */
function inContractForm(
  patch: Readonly<JsonObject>,
  record: object,
  { schema, replaced = {} }: Pick<Resource, 'schema' | 'replaced'>,
): unknown {
  const normalize = rulesOf(schema)?.normalize
  if (!normalize) return patch
  const kept = Object.values(replaced).filter(
    (name) => typeof name === 'string' && !Object.hasOwn(patch, name),
  ) as string[]
  const known = Object.fromEntries(kept.map((name) => [name, own(record, name)]))
  const normal = normalize(copyJson({ ...known, ...patch }))
  for (const name of kept) if (isObject(normal)) delete normal[name]
  return normal
}

/** Removes defaults that are unchanged, unless an operation wrote that very member. */
function withoutUntouched(patched: unknown, unsent: JsonObject, patch: JsonPatch): unknown {
  if (!isObject(patched)) return patched
  const written = new Set(patch.flatMap(({ op, path }) => (op === 'test' ? [] : [path.replace(/^\//, '')])))
  const isUntouched = (name: string) =>
    Object.hasOwn(patched, name) && !written.has(name) && JSON.stringify(patched[name]) === JSON.stringify(unsent[name])
  return Object.fromEntries(
    Object.entries(patched).filter(([name]) => !(Object.hasOwn(unsent, name) && isUntouched(name))),
  )
}
