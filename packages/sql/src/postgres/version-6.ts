import { eventTerm } from './event-term.ts'
import { channelOf } from './schema-name.ts'

/**
 * Version 6 of the schema: a commit function that writes a whole group by a few statements, terms of new records by one
 * statement for all of them, and an index of events by their keys that takes less time to maintain.
 *
 * `commit_parts` stays as it is. Processes of earlier versions call it until they are replaced, and this version calls
 * it for groups in which a change depends on an earlier one.
 */
export const version6 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

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
  $function$;

  create function "${schema}".add_terms() returns trigger
  language plpgsql
  as $function$
  declare
    _index record;
  begin
    for _index in
      select id, collection, member from "${schema}".indexes
      where collection in (select distinct record.collection from inserted as record)
    loop
      insert into "${schema}".terms (index_id, term, key)
      select _index.id, "${schema}".term_of(record.value, _index.member), record.key from inserted as record
      where record.collection = _index.collection
      on conflict do nothing;
    end loop;
    return null;
  end
  $function$;

  drop trigger keep_terms on "${schema}".records;
  create trigger keep_terms after delete or update of value on "${schema}".records
  for each row execute function "${schema}".keep_terms();
  create trigger add_terms after insert on "${schema}".records
  referencing new table as inserted
  for each statement execute function "${schema}".add_terms();

  drop index "${schema}".events_of_key;
  create index events_of_key on "${schema}".events (${eventTerm}, id);`
