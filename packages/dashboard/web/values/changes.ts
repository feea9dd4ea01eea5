import type { JsonPatchOperation } from '@signalbox/core/contract'
import { isSame, memberOf } from './is-same.ts'
import { partsOf } from './parts-of.ts'
import { below, stepsOf, withValueAt } from './pointer.ts'

/** One changed member of a record. Text differences are shown as text. */
export interface MemberChange {
  /** The JSON Pointer of the member, such as `/parameters/percentage`. */
  readonly pointer: string
  /** The saved value; `undefined` if the member is new. */
  readonly was: unknown
  /** The new value; `undefined` if the member is removed. */
  readonly now: unknown
}

/** The members that differ between two values, in the order of the first. */
export function changesOf(was: unknown, now: unknown, pointer = ''): MemberChange[] {
  if (isSame(was, now)) return []
  const parts = partsOf(was, now)
  if (!parts) return [{ pointer, was, now }]
  return parts.flatMap((name) =>
    changesOf(memberOf(was as object, name), memberOf(now as object, name), below(pointer, name)),
  )
}

/** The JSON Patch (RFC 6902) that makes the changes. */
export const toPatch = (changes: readonly MemberChange[]): JsonPatchOperation[] =>
  changes.map(({ pointer: path, was, now }): JsonPatchOperation => {
    if (now === undefined) return { op: 'remove', path }
    return { op: was === undefined ? 'add' : 'replace', path, value: now }
  })

/** The most operations of a patch that the service takes. */
const MOST_OPERATIONS = 1000

/** Whether the changes can be sent as a patch. Patches of members called `__proto__` are rejected, so records are replaced. */
export const isPatchable = (changes: readonly MemberChange[]): boolean =>
  changes.length <= MOST_OPERATIONS &&
  changes.every(({ pointer }) => pointer !== '' && !stepsOf(pointer).includes('__proto__'))

/** A copy of a value with the changes. */
export const withChanges = <T>(value: T, changes: readonly MemberChange[]): T =>
  changes.reduce<unknown>((copy, { pointer, now }) => withValueAt(copy, pointer, now), value) as T
