import { channelOf } from './schema-name.ts'

/**
 * Version 1 of the schema: records, the event log, and the commit function.
 *
 * Keys use collation "C", which sorts them by bytes. Values are stored as JSON text, unchanged. Each id follows the
 * newest event, under a lock that is held until the commit is visible, so ids are in commit order; a sequence would
 * assign them too early. Versions only need to be new, so they come from a sequence. No row counts commits: while a
 * backup holds its snapshot, PostgreSQL would have to keep and scan thousands of dead versions of that row.
 */
export const version1 = (schema: string): string => `
  create table "${schema}".records (
    collection text collate "C" not null,
    key text collate "C" not null,
    version bigint not null,
    value text not null,
    primary key (collection, key)
  );
  create table "${schema}".events (
    id bigint primary key,
    at bigint not null,
    event text not null
  );
  create sequence "${schema}".versions;
  insert into "${schema}".numbers (name, value) values ('head', 0);

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
        if _change.op = 'put' then
          _version := _version + 1;
          insert into "${schema}".records (collection, key, version, value)
          values (_change.collection, _change.key, _version, _change.value)
          on conflict (collection, key) do update set version = excluded.version, value = excluded.value;
        elsif _change.op = 'delete' then
          delete from "${schema}".records where collection = _change.collection and key = _change.key;
        elsif _change.op = 'deletePrefix' then
          delete from "${schema}".records where collection = _change.collection
            and key >= _change.key and (_change.until is null or key < _change.until);
        end if;
      end loop;

      insert into "${schema}".events (id, at, event)
      select _id + place, _at, draft.event
      from json_array_elements_text(_part->'events') with ordinality as draft (event, place);
      _id := _id + json_array_length(_part->'events');
    end loop;

    perform setval('"${schema}".versions', _version);
    if _id > greatest(_head, _least) then
      perform pg_notify('${channelOf(schema)}', _id::text);
    end if;
    return array_to_json(_answers)::text;
  end
  $function$;`
