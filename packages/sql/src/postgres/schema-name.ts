import { SignalboxError } from '@signalbox/core/errors'

/** The name of a schema as it may stand in SQL. Throws INVALID for one that would have to be escaped. */
export function checkSchemaName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,49}$/.test(name)) return name
  throw new SignalboxError(
    'INVALID',
    `${JSON.stringify(name)} cannot be the schema of a store: use letters, digits and _, 50 at most`,
  )
}

/** The channel that tells of new events. */
export const channelOf = (schema: string): string => `${schema}.events`
