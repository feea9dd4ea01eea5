import type { Assignment } from '../../experiments/assign.ts'
import { openObject, Type } from '../../machine/schema/schema.ts'
import type { SealedUnit } from '../sealed/seal-unit.ts'

/** The version of the form of units. A data plane that does not know it keeps what it has. */
export const SNAPSHOT_FORMAT = 1

/** A line of a snapshot, or an item of changes: first the format, then units whose secrets are sealed. */
export const snapshotLineSchema = Type.Unsafe<SnapshotLine>(
  openObject({
    kind: Type.String({
      description: '`format` is the first, `end` the last; between them `api`, `backend`, `credential` and so on',
    }),
    format: Type.Optional(Type.Integer({ description: 'The version of the form of units' })),
    zone: Type.Optional(Type.String({ description: 'The IANA time zone in which quotas begin' })),
    assignment: Type.Optional(Type.String({ description: 'How clients are assigned to variants' })),
    key: Type.Optional(Type.String({ description: 'The id of the record' })),
    revision: Type.Optional(Type.Integer({ description: 'The id of the event that changed the record' })),
    value: Type.Optional(
      Type.Unknown({ description: 'Absent: the record was deleted. Each secret in it is `{"$sealed": "…"}`' }),
    ),
  }),
)
/** A line of a snapshot. */
export type SnapshotLine = FormatLine | SealedUnit

/** The first line of a snapshot. */
export interface FormatLine extends SourceFacts {
  readonly kind: 'format'
  readonly format: typeof SNAPSHOT_FORMAT
}

/** What data planes need to know beside units. */
export interface SourceFacts {
  readonly zone: string
  readonly assignment: Assignment
}

/** Changes as an event, whose id is the revision after it. The id is no item, so JSON does not have it. */
export const numbered = (lines: SnapshotLine[], revision: number): SnapshotLine[] =>
  Object.defineProperty(lines, '_id', { value: revision })
