/**
 * The tables of records. Keys use collation "C", which sorts them by bytes. Values are stored as JSON text, unchanged. Versions
 * only need to be new, so they come from a sequence.
 *
 * `counts` has the number of records of each collection, so that lists need not count them. Each change inserts a new row
 * with the number and deletes the previous one, and the newest is found from the end of the index: while a backup holds its
 * snapshot, updates in place would leave thousands of dead versions to scan. For the same reason no row counts commits.
 */
export const recordTables = (schema: string): string => `
  create table "${schema}".records (
    collection text collate "C" not null,
    key text collate "C" not null,
    version bigint not null,
    value text not null,
    primary key (collection, key)
  );

  create sequence "${schema}".versions;

  create table "${schema}".counts (
    collection text collate "C" not null,
    change bigint not null,
    records bigint not null,
    primary key (collection, change)
  );`
