import type { Assignment } from '../experiments/assign.ts'
import { openObject, Type } from '../schema.ts'
import type { SealedUnit } from './sealed/seal-unit.ts'

/** The version of the form of units. A data plane that does not know it keeps what it has. */
export const FORMAT = 1

/** A unit whose secrets are sealed. */
export const sealedUnitSchema = Type.Unsafe<SealedUnit>(
  openObject({
    kind: Type.String({ description: '`api`, `backend`, `credential` and so on; `end` is the last' }),
    key: Type.Optional(Type.String({ description: 'The id of the record' })),
    revision: Type.Integer({ description: 'The id of the event that changed the record' }),
    value: Type.Optional(Type.Unknown({ description: 'Absent: the record was deleted' })),
  }),
)

/** A line of a snapshot: first the format, then the units. */
export const snapshotLineSchema = Type.Unsafe<SnapshotLine>(
  openObject({
    kind: Type.String({ description: '`format` is the first line, `end` the last' }),
    format: Type.Optional(Type.Integer({ description: 'The version of the form of units' })),
    zone: Type.Optional(Type.String({ description: 'The IANA time zone in which quotas begin' })),
    assignment: Type.Optional(Type.String({ description: 'How clients are assigned to variants' })),
    key: Type.Optional(Type.String()),
    revision: Type.Optional(Type.Integer()),
    value: Type.Optional(Type.Unknown({ description: 'Each secret in it is `{"$sealed": "…"}`' })),
  }),
)
/** A line of a snapshot. */
export type SnapshotLine = FormatLine | SealedUnit

/** The first line of a snapshot. */
export interface FormatLine extends SourceFacts {
  readonly kind: 'format'
  readonly format: typeof FORMAT
}

/** What data planes need to know beside units. */
export interface SourceFacts {
  readonly zone: string
  readonly assignment: Assignment
}

/** Changes as an event, whose id is the revision of the last unit. The id is no item, so JSON does not have it. */
export const numbered = (units: SealedUnit[]): SealedUnit[] =>
  Object.defineProperty(units, '_id', { value: units.at(-1)?.revision ?? 0 })
