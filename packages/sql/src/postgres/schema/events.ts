import { eventTerm } from '../event-term.ts'

/**
 * The event log, in partitions, so that old events are dropped as a whole instead of one by one. Ids are at least the time in
 * microseconds, so a range of ids is a number of days (UTC). Events outside of all partitions go to `events_rest`, as with
 * clocks that are far off, or if nobody has made partitions for days.
 *
 * `head` is the id of the newest event if all were deleted, `trimmed` that of the newest one that was deleted, and
 * `events end` the first id behind the last partition.
 */
export const eventTables = (schema: string): string => `
  create table "${schema}".events (
    id bigint not null,
    at bigint not null,
    event text not null,
    constraint events_pkey primary key (id)
  ) partition by range (id);
  create index events_of_key on "${schema}".events (${eventTerm}, id);

  create table "${schema}".events_rest partition of "${schema}".events default;

  insert into "${schema}".numbers (name, value) values ('head', 0), ('trimmed', 0), ('events end', 0);

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

  -- Creates partitions until the day after tomorrow. They are as many days wide as asked, because each one makes commits take
  -- longer. Backups only delay this: what waits for them gives up soon. A user without the right to create tables goes on
  -- without new partitions.
  create function "${schema}".extend_events(width bigint) returns void
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '200ms'
  as $function$
  declare
    _today bigint := extract(epoch from clock_timestamp())::bigint / 86400;
    _from bigint;
    _name text;
  begin
    loop
      select greatest(_today, value / 86400000000) into _from from "${schema}".numbers where name = 'events end';
      exit when _from >= _today + 2;
      _name := format('events_%s_%s', _from, _from + width);
      execute format('create table "${schema}".%I (like "${schema}".events)', _name);
      execute format('alter table "${schema}".events attach partition "${schema}".%I for values from (%s) to (%s)',
        _name, _from * 86400000000, (_from + width) * 86400000000);
      update "${schema}".numbers set value = (_from + width) * 86400000000 where name = 'events end';
    end loop;
  exception when lock_not_available or check_violation or insufficient_privilege or duplicate_table then
    return;
  end
  $function$;

  -- Deletes events that were committed before a time: the oldest partition if all of it is older, else a batch of events. Returns
  -- whether there may be more to delete. If more than 10,000 events of a partition are old, they wait until all of it is. Dropping
  -- a partition calls no trigger, so this function notes the newest id of it.
  create function "${schema}".trim_events(before bigint) returns boolean
  language plpgsql
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '200ms'
  set enable_seqscan = off
  set jit = off
  as $function$
  declare
    _now bigint := extract(epoch from clock_timestamp()) * 1000000;
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
      select child.oid, split_part(child.relname, '_', 3)::bigint * 86400000000 as until
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
      and (select tableoid::regclass::text !~ 'events_rest"?$' from "${schema}".events order by id limit 1)
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
  $function$;

  perform "${schema}".extend_events(1);`
