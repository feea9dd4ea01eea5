import { channelOf } from '../schema-name.ts'

/**
 * The functions that commit, under a lock that is held until the commit is visible. Each id of an event follows the newest
 * event, so ids are in commit order; a sequence would assign them too early.
 *
 * `commit_group` writes a whole group by a few statements. `commit_parts` is for groups in which a change depends on an
 * earlier one.
 */
export const commitFunctions = (schema: string): string => `
  create type "${schema}".change as (
    op text,
    collection text collate "C",
    key text collate "C",
    until text collate "C",
    expected text,
    value text
  );

  -- Commits the parts of a request in their order, each wholly or not at all. Returns a JSON array with a member for
  -- each: the place of the first change that did not hold, or the numbers its versions and ids are counted from.
  create function "${schema}".commit_parts(request json) returns text
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
  $function$;

  -- Commits parts, each wholly or not at all. No change names a record that another one writes, so their order does not
  -- matter. Texts are lines, one for each change (empty if it writes none) and each event: JSON has no line breaks.
  -- Returns, as JSON, the place of the first change that did not hold by part, the numbers that versions and ids are
  -- counted from, and the newest event before these.
  create function "${schema}".commit_group(
    committed bigint, minimum bigint,
    parts integer[], ops text[], collections text[], keys text[], expecteds text[], texts text,
    event_parts integer[], events text
  ) returns text
  language plpgsql
  -- The plans are made while the tables are small, and kept while they grow.
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_bitmapscan = off
  set jit = off
  as $function$
  declare
    _texts text[] := string_to_array(texts, E'\\n');
    _found bigint[];
    _conflicts json;
    _refused integer[];
    _version bigint;
    _head bigint;
    _id bigint;
    _newest bigint;
    _collection text;
    _delta bigint;
    _last "${schema}".counts;
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'Commits need the isolation level read committed' using errcode = 'SB002';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

    select greatest(last_value, minimum) into _version from "${schema}".versions;
    select coalesce(greatest(
      (select max(id) from "${schema}".events),
      (select value from "${schema}".numbers where name = 'head')
    ), 0) into _head;
    _id := greatest(_head, minimum);

    select array_agg(record.version order by change.place) into _found
    from unnest(collections, keys) with ordinality as change (collection, key, place)
    left join "${schema}".records as record on record.collection = change.collection and record.key = change.key;

    select coalesce(json_object_agg(failed.part, failed.place), '{}'), coalesce(array_agg(failed.part), '{}')
    into _conflicts, _refused
    from (
      select change.part, min(change.place) - 1 as place
      from unnest(parts, expecteds, _found) with ordinality as change (part, expected, found, place)
      where change.expected <> coalesce(change.found::text, '')
      group by change.part
    ) as failed;

    if 'delete' = any(ops) then
      delete from "${schema}".records as record using unnest(parts, ops, collections, keys) as change (part, op, collection, key)
      where change.op = 'delete' and change.part <> all(_refused)
        and record.collection = change.collection and record.key = change.key;
    end if;

    if 'put' = any(ops) then
      perform setval('"${schema}".versions', _version + cardinality(ops));

      update "${schema}".records as record set version = _version + change.place, value = change.text
      from unnest(parts, ops, collections, keys, _found, _texts) with ordinality
        as change (part, op, collection, key, found, text, place)
      where change.op = 'put' and change.found is not null and change.part <> all(_refused)
        and record.collection = change.collection and record.key = change.key;

      insert into "${schema}".records (collection, key, version, value)
      select change.collection, change.key, _version + change.place, change.text
      from unnest(parts, ops, collections, keys, _found, _texts) with ordinality
        as change (part, op, collection, key, found, text, place)
      where change.op = 'put' and change.found is null and change.part <> all(_refused);
    end if;

    for _collection, _delta in
      select change.collection, sum(case change.op when 'put' then 1 else -1 end)
      from unnest(parts, ops, collections, _found) as change (part, op, collection, found)
      where change.op in ('put', 'delete') and (change.op = 'put') = (change.found is null) and change.part <> all(_refused)
      group by change.collection
    loop
      continue when _delta = 0;
      _last := null;
      select * into _last from "${schema}".counts where collection = _collection order by change desc limit 1;
      insert into "${schema}".counts (collection, change, records)
      values (_collection, coalesce(_last.change, 0) + 1, coalesce(_last.records, 0) + _delta);
      delete from "${schema}".counts where collection = _collection and change = _last.change;
    end loop;

    insert into "${schema}".events (id, at, event)
    select _id + draft.place, committed, draft.event
    from unnest(event_parts, string_to_array(events, E'\\n')) with ordinality as draft (part, event, place)
    where draft.part <> all(_refused);
    get diagnostics _newest = row_count;
    if _newest > 0 then
      select max(id) into _newest from "${schema}".events;
      perform pg_notify('${channelOf(schema)}', _newest::text);
    end if;
    return json_build_object('conflicts', _conflicts, 'version', _version, 'id', _id, 'before', _head)::text;
  end
  $function$;`
