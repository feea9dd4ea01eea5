/** Bytes of a row, too few to be compressed or stored apart. */
const ROW = 1900

/**
 * Writes as much as a commit of a size does, in bytes, to the disk of the database. The table is of this session alone and
 * is gone at the end of the statement with its files, so nothing remains, and neither the log of the database nor standbys
 * see it. Does nothing if the user may not create temporary tables, because nothing else needs this right.
 */
export const trialSql = (size: number): string => `
do $trial$
begin
  if has_database_privilege(current_database(), 'temporary') then
    perform set_config('temp_tablespaces', '', true);
    create temporary table pg_temp.signalbox_trial (part text) on commit drop;
    insert into pg_temp.signalbox_trial select repeat('x', ${ROW}) from generate_series(1, ${Math.ceil(size / ROW)});
  end if;
end
$trial$`
