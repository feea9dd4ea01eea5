import { termSql } from '../event-terms.ts'

/** Version 3 of the schema: an index that finds the events of a key. Events of any process are in it at once. */
export const version3 = `create index signalbox_events_of_key on signalbox_events (${termSql('instr')});`
