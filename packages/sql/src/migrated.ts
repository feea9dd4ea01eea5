import { SignalboxError } from '@signalbox/core/errors'

/** The result of a migration: the schema version before and after. Version 0 is an empty database. */
export interface Migrated {
  readonly from: number
  readonly to: number
}

/** The version of the first schema that was released. Lower ones belong to development versions of Signalbox. */
export const FIRST_VERSION = 11

/** The version to which migrations lead. */
export const newestOf = (steps: readonly unknown[]): number => FIRST_VERSION + steps.length - 1

/**
 * Throws for a database that another version of the code must open: a newer one has migrated it, because only that code
 * knows what its tables mean, or a development version has created it.
 */
export function refuseOthers(found: number, newest: number): void {
  if (found > newest)
    throw new SignalboxError(
      'UNAVAILABLE',
      `The database has schema version ${found}, but this Signalbox supports versions up to ${newest}: start the newer Signalbox that migrated it, or restore an older backup`,
    )
  if (found > 0 && found < FIRST_VERSION)
    throw new SignalboxError(
      'UNAVAILABLE',
      `The database has schema version ${found} of a development version of Signalbox, which this version does not read: run "signalbox export" of that version, and "signalbox import" of this one into an empty database`,
    )
}
