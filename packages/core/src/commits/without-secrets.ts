import type { RecordKind } from '../machine/calls/record-kinds.ts'
import { maskOf } from '../machine/records/secrets/secrets.ts'
import { anyObject, type TSchema } from '../machine/schema/schema.ts'
import { isStream } from '../operation.ts'

/** Returns a record with a mask instead of every secret. */
export type Mask = (record: unknown) => unknown

/**
 * Creates a function that returns a record of a kind with a mask instead of every secret: of what schemas and plugins mark, and
 * of members whose names say so, such as `passwordHash`.
 * `ofApis` knows the secrets of plugins.
 */
export function withoutSecrets(ofApis: Mask): (kind: RecordKind, record: object) => unknown {
  const masks = new Map<string, Mask>()
  return (kind, record) => {
    const mask = masks.get(kind.kind) ?? maskOf(linesOf(kind))
    masks.set(kind.kind, mask)
    return byNames(mask(kind.kind === 'apis' ? ofApis(record) : record))
  }
}

const byNames = maskOf(anyObject())

function linesOf({ kind, import: { operation } }: RecordKind): TSchema {
  const { body } = operation
  if (!isStream(body)) throw new TypeError(`The upload of ${kind} has no lines`)
  return body.items
}
