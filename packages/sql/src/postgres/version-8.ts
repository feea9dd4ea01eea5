import { eventTerm } from './event-term.ts'

/**
 * Version 8 of the schema: the log in partitions, so that old events are dropped as a whole instead of one by one.
 *
 * Ids are at least the time in microseconds, so a range of ids is a number of days (UTC). The earlier table stays as the first
 * partition; `prepareEvents` tells until which id it goes. What no partition contains goes to `events_rest`, as with clocks that are far
 * off, or if nobody has made partitions for days. Functions and statements of earlier versions work on the
 * partitioned table as they did on the plain one.
 */
export const version8 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

  alter table "${schema}".events rename to events_first;
  alter table "${schema}".events_first rename constraint events_pkey to events_first_pkey;
  alter index "${schema}".events_of_key rename to events_first_of_key;
  create table "${schema}".events (
    id bigint not null,
    at bigint not null,
    event text not null,
    constraint events_pkey primary key (id)
  ) partition by range (id);
  create index events_of_key on "${schema}".events (${eventTerm}, id);

  -- The first id behind the first partition: the begin of the day after tomorrow, or of a later one.
  insert into "${schema}".numbers as known (name, value) select 'events first', greatest(
    (extract(epoch from clock_timestamp())::bigint / 86400 + 2) * 86400000000,
    ((select coalesce(max(id), 0) from "${schema}".events_first) / 86400000000 + 1) * 86400000000)
  on conflict (name) do nothing;
  execute format('alter table "${schema}".events attach partition "${schema}".events_first for values from (minvalue) to (%s)',
    (select value from "${schema}".numbers where name = 'events first'));
  alter table "${schema}".events_first drop constraint if exists events_until;
  create table "${schema}".events_rest partition of "${schema}".events default;

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
  -- whether there may be more to delete. If more than 10,000 events of a partition are old, they wait until all of it is.
  create function "${schema}".trim_events(before bigint) returns boolean
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
      execute format('select at from %s order by id desc limit 1', _partition) into _newest;
      exit when _newest >= before;
      begin
        execute format('drop table %s', _partition);
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
  $function$;

  insert into "${schema}".numbers (name, value)
  select 'events end', value from "${schema}".numbers where name = 'events first';
  perform "${schema}".extend_events(1);`
