import { termSql } from '../../event-terms.ts'
import { indexTables } from './indexes.ts'

/**
 * The first version of the schema: records with their number by collection, the event log with an index of the events of a
 * key, and the numbers that ids and versions are counted from. `trimmed` is the id of the newest event that was deleted. A
 * trigger keeps it, so that deletions by any process count.
 */
export const firstSchema = `
  create table signalbox_records (
    id integer primary key,
    collection text not null,
    key text not null,
    version integer not null,
    value text not null,
    unique (collection, key)
  ) strict;
  create table signalbox_collections (
    collection text primary key,
    records integer not null
  ) strict, without rowid;
  create table signalbox_events (
    id integer primary key,
    at integer not null,
    event text not null
  ) strict;
  create index signalbox_events_of_key on signalbox_events (${termSql('instr')});
  insert into signalbox_numbers (name, value) values ('event', 0), ('version', 0), ('trimmed', 0);
  create trigger signalbox_events_trimmed after delete on signalbox_events
  begin
    update signalbox_numbers set value = old.id where name = 'trimmed' and value < old.id;
  end;
  ${indexTables}`
