import { termSql } from '../event-terms.ts'

/** Version 5 of the schema: an index that finds the events of a key. Events of any process are in it at once. */
export const version5 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

  create index events_of_key on "${schema}".events ((${termSql('strpos')} collate "C"), id);`
