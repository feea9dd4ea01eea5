import { authorize, demand } from '../machine/callers/caller.ts'
import type { RecordKind } from '../machine/calls/record-kinds.ts'
import type { CallContext } from '../operation.ts'

/** What a commit has done to a record. */
export interface Done {
  readonly id: string
  readonly change: 'created' | 'updated' | 'unchanged' | 'deleted'
  /** The id that grants are checked against. @default the id of the record */
  readonly owner?: string
}

const rights = { created: 'C', updated: 'U', unchanged: 'U', deleted: 'D' } as const

/** Throws FORBIDDEN if the caller may no longer do what they have done. Reads nothing. */
export function checkAgain(kind: RecordKind, { id, change, owner = id }: Done, { caller }: CallContext): void {
  const { access } = (change === 'deleted' ? kind.remove : kind.import).operation
  authorize(access, caller, {})
  if (typeof access === 'object') demand(caller, rights[change], access.domain, owner)
}
