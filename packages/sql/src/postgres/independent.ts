import type { CommitRequest } from '../request.ts'

/** A record that changes of a group name: whether one of them writes it. */
type Named = Map<string, boolean>

/**
 * Whether the changes of requests may be made in any order: none deletes by prefix, and none names a record that another
 * one writes.
 */
export function isIndependent(group: readonly CommitRequest[]): boolean {
  const collections = new Map<string, Named>()
  for (const { changes } of group)
    for (const change of changes) {
      if (change.op === 'deletePrefix') return false
      const named: Named = collections.get(change.collection) ?? new Map()
      const isWrite = change.op !== 'check'
      const known = named.get(change.key)
      if (known !== undefined && (known || isWrite)) return false
      named.set(change.key, isWrite)
      collections.set(change.collection, named)
    }
  return true
}
