import { SignalboxError } from '@signalbox/core/errors'

/** Returns a schema name that needs no escaping in SQL. Throws INVALID for any other. */
export function checkSchemaName(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,49}$/.test(name)) return name
  throw new SignalboxError(
    'INVALID',
    `${JSON.stringify(name)} is not a valid schema name: use at most 50 letters, digits and _`,
  )
}

/** The notification channel for new events. */
export const channelOf = (schema: string): string => `${schema}.events`
