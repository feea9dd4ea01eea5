import { SignalboxError } from '@signalbox/core/errors'

/** The result of a migration: the schema version before and after. Version 0 is an empty database. */
export interface Migrated {
  readonly from: number
  readonly to: number
}

/**
 * Throws for a database that a newer version of the code has migrated, because only that code knows what its tables
 * mean.
 */
export function refuseNewer(found: number, known: number): void {
  if (found <= known) return
  throw new SignalboxError(
    'UNAVAILABLE',
    `The database has schema version ${found}, but this Signalbox supports versions up to ${known}: start the newer Signalbox that migrated it, or restore an older backup`,
  )
}
