import { kinds } from '../../kinds.ts'
import { type LeverKind, pullLever } from '../../pull-lever.ts'
import { positionOf } from '../../saving/pulled.ts'
import { may } from '../../session.ts'
import { index } from '../../tree.ts'

/** Pulls the lever of a record in a list, if the caller may change it. */
export function pullRow(kind: LeverKind, id: string): void {
  const entry = index(kind).find(id)
  if (entry && may('U', kinds[kind].domain, id)) void pullLever(kind, id, !positionOf(kind, id, entry.enabled === true))
}
