/**
 * Statements that run before the migration of an existing log to version 8, each in a transaction of its own. They prove that all ids
 * are below that of the first partition, so the migration need not read the log while nobody can write. Both do
 * nothing if the log is partitioned.
 */
export const prepareEvents = (schema: string): readonly string[] => [
  `do $prepare$
declare
  _until bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('signalbox schema ${schema}', 0));
  if (select relkind from pg_class where oid = to_regclass('"${schema}".events')) is distinct from 'r' then
    return;
  end if;
  select value into _until from "${schema}".numbers where name = 'events first'
    and exists (select from pg_constraint where conrelid = '"${schema}".events'::regclass and conname = 'events_until');
  -- A preparation that was interrupted goes on, unless its time is nearly over: writes must not reach the limit.
  if _until > (extract(epoch from clock_timestamp()) + 86400) * 1000000 then
    return;
  end if;
  select (greatest(extract(epoch from clock_timestamp())::bigint / 86400 + 1, coalesce(max(id), 0) / 86400000000) + 1) * 86400000000
    into _until from "${schema}".events;
  alter table "${schema}".events drop constraint if exists events_until;
  execute format('alter table "${schema}".events add constraint events_until check (id < %s) not valid', _until);
  insert into "${schema}".numbers as known (name, value) values ('events first', _until)
    on conflict (name) do update set value = excluded.value;
end
$prepare$`,
  `do $prepare$
begin
  if exists (select from pg_constraint where conrelid = to_regclass('"${schema}".events') and conname = 'events_until') then
    alter table "${schema}".events validate constraint events_until;
  end if;
end
$prepare$`,
]
