import { may } from '../../calls/session.ts'
import { kinds } from '../../kinds/kinds.ts'
import { type LeverKind, pullLever } from '../../records/pull-lever.ts'
import { index } from '../../records/tree.ts'
import { positionOf } from '../../saving/pulled.ts'

/** Pulls the lever of a record in a list, if the caller may change it. */
export function pullRow(kind: LeverKind, id: string): void {
  const entry = index(kind).find(id)
  if (entry && may('U', kinds[kind].domain, id)) void pullLever(kind, id, !positionOf(kind, id, entry.enabled === true))
}
