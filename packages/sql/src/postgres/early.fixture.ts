import { channelOf } from './schema-name.ts'

/** The schema of a development version with the number 1, which had a different function and its own types. */
export const earlyVersion1 = (schema: string): string => `
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
    part integer,
    place integer,
    op text,
    collection text collate "C",
    key text collate "C",
    until text collate "C",
    expected text,
    value text
  );
  create type "${schema}".draft as (part integer, event text);

  -- Commits the parts of a request, each wholly or not at all; no two parts name the same record. Returns, as JSON, the
  -- place of the first change that did not hold by part, and the numbers that versions and ids are counted from.
  create function "${schema}".commit_parts(request json) returns text
  language plpgsql
  -- The plans are made while the tables are small and kept while they grow.
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  as $function$
  declare
    _changes "${schema}".change[];
    _conflicts json;
    _refused integer[];
    _version bigint;
    _id bigint;
    _newest bigint;
  begin
    if current_setting('transaction_isolation') <> 'read committed' then
      raise exception 'Commits need the isolation level read committed' using errcode = 'SB002';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

    select coalesce(array_agg(sent), '{}') into _changes
    from json_populate_recordset(null::"${schema}".change, request->'changes') as sent;

    select coalesce(json_object_agg(failed.part, failed.place), '{}'), coalesce(array_agg(failed.part), '{}')
    into _conflicts, _refused
    from (
      select change.part, min(change.place) as place
      from unnest(_changes) as change
      left join "${schema}".records as record on record.collection = change.collection and record.key = change.key
      where change.expected <> coalesce(record.version::text, '')
      group by change.part
    ) as failed;

    select greatest(last_value, (request->>'least')::bigint) into _version from "${schema}".versions;
    perform setval('"${schema}".versions', _version + cardinality(_changes));

    delete from "${schema}".records as record using unnest(_changes) as change
    where change.op = 'deletePrefix' and change.part <> all(_refused) and record.collection = change.collection
      and record.key >= change.key and (change.until is null or record.key < change.until);

    delete from "${schema}".records as record using unnest(_changes) as change
    where change.op = 'delete' and change.part <> all(_refused) and record.collection = change.collection
      and record.key = change.key;

    insert into "${schema}".records as record (collection, key, version, value)
    select change.collection, change.key, _version + change.place, change.value
    from unnest(_changes) as change
    where change.op = 'put' and change.part <> all(_refused)
    on conflict (collection, key) do update set version = excluded.version, value = excluded.value;

    select greatest(
      (select max(id) from "${schema}".events),
      (select value from "${schema}".numbers where numbers.name = 'head'),
      (request->>'least')::bigint
    ) into _id;

    with logged as (
      insert into "${schema}".events (id, at, event)
      select _id + draft.place, (request->>'at')::bigint, draft.event
      from json_populate_recordset(null::"${schema}".draft, request->'events')
        with ordinality as draft (part, event, place)
      where draft.part <> all(_refused)
      returning id
    )
    select max(id) into _newest from logged;

    if _newest is not null then
      perform pg_notify('${channelOf(schema)}', _newest::text);
    end if;
    return json_build_object('conflicts', _conflicts, 'version', _version, 'id', _id);
  end
  $function$;`
