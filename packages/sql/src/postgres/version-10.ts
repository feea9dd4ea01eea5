/**
 * Version 10 of the schema: the id of the newest event that was deleted. A trigger keeps it, so that deletions of processes
 * of earlier versions count, too; and the function that drops partitions, which call no triggers. What was deleted before
 * this version is not known: then it is the id before the oldest event, or the head of an empty log.
 */
export const version10 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

  create function "${schema}".note_trimmed() returns trigger
  language plpgsql
  set search_path = pg_catalog, pg_temp
  as $function$
  begin
    update "${schema}".numbers set value = (select max(id) from gone)
    where name = 'trimmed' and value < (select max(id) from gone);
    return null;
  end
  $function$;
  create trigger events_trimmed after delete on "${schema}".events
    referencing old table as gone for each statement execute function "${schema}".note_trimmed();

  -- Creating the trigger has waited for transactions that delete, so this counts what they deleted.
  insert into "${schema}".numbers (name, value) select 'trimmed', coalesce(
    (select min(id) - 1 from "${schema}".events),
    (select value from "${schema}".numbers where name = 'head'));

  -- As in version 8. The id is noted in the transaction that drops a partition.
  create or replace function "${schema}".trim_events(before bigint) returns boolean
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '200ms'
  set enable_seqscan = off
  set jit = off
  as $function$
  declare
    _now bigint := extract(epoch from clock_timestamp()) * 1000000;
    _first bigint := (select value from "${schema}".numbers where name = 'events first');
    _partition regclass;
    _end bigint;
    _newest bigint;
    _newest_id bigint;
    _deleted bigint;
    _may_drop boolean := true;
  begin
    -- About 14 partitions at any time.
    perform "${schema}".extend_events(least(366, greatest(1, (_now / 1000 - before) / 86400000 / 14)));
    update "${schema}".numbers set value = greatest(value, (select max(id) from "${schema}".events)) where name = 'head';
    for _partition, _end in
      select child.oid, case child.relname when 'events_first' then _first
        else split_part(child.relname, '_', 3)::bigint * 86400000000 end as until
      from pg_inherits join pg_class as child on child.oid = inhrelid
      where inhparent = '"${schema}".events'::regclass and child.relname <> 'events_rest'
      order by until
    loop
      exit when _end > _now;
      execute format('select id, at from %s order by id desc limit 1', _partition) into _newest_id, _newest;
      exit when _newest >= before;
      begin
        execute format('drop table %s', _partition);
        update "${schema}".numbers set value = _newest_id where name = 'trimmed' and value < _newest_id;
        return true;
      exception when insufficient_privilege then
        _may_drop := false;
        exit;
      end;
    end loop;

    if _may_drop
      and (select tableoid::regclass::text !~ 'events_(first|rest)"?$' from "${schema}".events order by id limit 1)
      and (select at < before from "${schema}".events order by id limit 1 offset 10000)
    then
      return false;
    end if;
    delete from "${schema}".events
    where at < before and id in (select id from "${schema}".events order by id limit 1000);
    get diagnostics _deleted = row_count;
    return _deleted > 0;
  exception when lock_not_available then
    return false;
  end
  $function$;`
