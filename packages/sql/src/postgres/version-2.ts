import { channelOf } from './schema-name.ts'

/**
 * Version 2 of the schema: stores how many records a collection has, so that lists need not count them.
 *
 * Each change inserts a new row with the number and deletes the previous one, and the newest is found from the end of
 * the index. Updating a row in place would leave thousands of dead versions to scan while a backup holds its snapshot.
 * Commits run one after the other under their lock, so the number is exact.
 *
 * The function is replaced unconditionally, because some development versions had a different one under version 1.
 */
export const version2 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

  create table "${schema}".counts (
    collection text collate "C" not null,
    change bigint not null,
    records bigint not null,
    primary key (collection, change)
  );
  insert into "${schema}".counts (collection, change, records)
  select collection, 1, count(*) from "${schema}".records group by collection;

  -- Commits the parts of a request in their order, each wholly or not at all. Returns a JSON array with a member for
  -- each: the place of the first change that did not hold, or the numbers its versions and ids are counted from.
  create or replace function "${schema}".commit_parts(request json) returns text
  language plpgsql
  -- The plans are made while the tables are small, and kept while they grow.
  set enable_seqscan = off
  set jit = off
  as $function$
  declare
    _at bigint := (request->>'at')::bigint;
    _least bigint := (request->>'least')::bigint;
    _version bigint;
    _id bigint;
    _head bigint;
    _part json;
    _changes "${schema}".change[];
    _change "${schema}".change;
    _found text;
    _place integer;
    _conflict integer;
    _answers json[] := '{}';
    _deltas jsonb := '{}';
    _delta bigint;
    _collection text;
    _last "${schema}".counts;
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'Commits need the isolation level read committed' using errcode = 'SB002';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

    select greatest(last_value, _least) into _version from "${schema}".versions;
    select greatest(
      (select max(id) from "${schema}".events),
      (select value from "${schema}".numbers where name = 'head')
    ) into _head;
    _id := greatest(_head, _least);

    for _part in select value from json_array_elements(request->'parts') loop
      select coalesce(array_agg(sent), '{}') into _changes
      from json_populate_recordset(null::"${schema}".change, _part->'changes') as sent;

      _place := 0;
      _conflict := null;
      foreach _change in array _changes loop
        if _change.expected is not null then
          _found := null;
          select version::text into _found from "${schema}".records
          where collection = _change.collection and key = _change.key;
          if coalesce(_found, '') <> _change.expected then
            _conflict := _place;
            exit;
          end if;
        end if;
        _place := _place + 1;
      end loop;

      _answers := _answers || json_build_object('conflict', _conflict, 'version', _version, 'id', _id);
      continue when _conflict is not null;

      foreach _change in array _changes loop
        _delta := 0;
        if _change.op = 'put' then
          _version := _version + 1;
          if _change.expected = '' then
            insert into "${schema}".records (collection, key, version, value)
            values (_change.collection, _change.key, _version, _change.value)
            on conflict (collection, key) do nothing;
            if found then _delta := 1; end if;
          end if;
          if _delta = 0 then
            update "${schema}".records set version = _version, value = _change.value
            where collection = _change.collection and key = _change.key;
            if not found then
              insert into "${schema}".records (collection, key, version, value)
              values (_change.collection, _change.key, _version, _change.value);
              _delta := 1;
            end if;
          end if;
        elsif _change.op = 'delete' then
          delete from "${schema}".records where collection = _change.collection and key = _change.key;
          get diagnostics _delta = row_count;
          _delta := -_delta;
        elsif _change.op = 'deletePrefix' then
          delete from "${schema}".records where collection = _change.collection
            and key >= _change.key and (_change.until is null or key < _change.until);
          get diagnostics _delta = row_count;
          _delta := -_delta;
        end if;
        if _delta <> 0 then
          _deltas := _deltas || jsonb_build_object(
            _change.collection, coalesce((_deltas->>_change.collection)::bigint, 0) + _delta);
        end if;
      end loop;

      insert into "${schema}".events (id, at, event)
      select _id + place, _at, draft.event
      from json_array_elements_text(_part->'events') with ordinality as draft (event, place);
      _id := _id + json_array_length(_part->'events');
    end loop;

    for _collection, _delta in select key, value::bigint from jsonb_each_text(_deltas) loop
      continue when _delta = 0;
      _last := null;
      select * into _last from "${schema}".counts where collection = _collection order by change desc limit 1;
      insert into "${schema}".counts (collection, change, records)
      values (_collection, coalesce(_last.change, 0) + 1, coalesce(_last.records, 0) + _delta);
      delete from "${schema}".counts where collection = _collection and change = _last.change;
    end loop;

    perform setval('"${schema}".versions', _version);
    if _id > greatest(_head, _least) then
      perform pg_notify('${channelOf(schema)}', _id::text);
    end if;
    return array_to_json(_answers)::text;
  end
  $function$;`
