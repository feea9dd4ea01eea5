import { SignalboxError } from '@signalbox/core/errors'

/** What a migration did: the version of the schema before and after. 0 is an empty database. */
export interface Migrated {
  readonly from: number
  readonly to: number
}

/** Refuses a database that newer code has migrated: only that code knows what its tables mean. */
export function refuseNewer(found: number, known: number): void {
  if (found <= known) return
  throw new SignalboxError(
    'UNAVAILABLE',
    `The database has schema version ${found}, and this Signalbox knows versions up to ${known}: it was migrated by a newer one; start that, or restore the backup from before`,
  )
}
