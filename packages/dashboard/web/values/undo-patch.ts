import type { JsonPatchOperation } from '@signalbox/core/contract'
import { isPatchable, type MemberChange } from './changes.ts'

/**
 * The JSON Patch that takes changes back. It fails if a member no longer has the value that the changes gave it.
 * `undefined` if no patch can.
 */
export function undoPatch(changes: readonly MemberChange[]): JsonPatchOperation[] | undefined {
  if (changes.length === 0 || !isPatchable(changes)) return undefined
  const tests = changes
    .filter(({ now }) => now !== undefined)
    .map(({ pointer: path, now: value }): JsonPatchOperation => ({ op: 'test', path, value }))
  const steps = changes.map(({ pointer: path, was, now }): JsonPatchOperation => {
    if (was === undefined) return { op: 'remove', path }
    return { op: now === undefined ? 'add' : 'replace', path, value: was }
  })
  return [...tests, ...steps]
}
