/**
 * Version 3 of the schema: indexes of members of records. A trigger maintains them, so any process that writes a
 * record, even one of an earlier version, updates its entries in the same transaction. Records that existed before are
 * added in steps.
 *
 * `../terms.ts` explains terms. JSON may contain characters that PostgreSQL text cannot hold, and may nest deeper than
 * PostgreSQL parses; its JSON functions then fail, and the record gets the term for other values.
 */
export const version3 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

  create table "${schema}".indexes (
    id bigint primary key,
    collection text collate "C" not null,
    member text collate "C" not null,
    built_to text collate "C",
    is_built boolean not null default false,
    unique (collection, member)
  );
  create table "${schema}".terms (
    index_id bigint not null,
    term text collate "C" not null,
    key text collate "C" not null,
    primary key (index_id, term, key)
  );

  create function "${schema}".term_of(record_value text, member text) returns text
  language plpgsql immutable
  as $function$
  declare
    _member json;
    _text text;
  begin
    -- What is as short as this and without \\u can be read. A block that catches failures takes longer.
    if length(record_value) > 5000 or strpos(record_value, '\\u') > 0 then
      begin
        _member := record_value::json -> member;
      exception when others then
        return '?';
      end;
    else
      _member := record_value::json -> member;
    end if;
    if _member is null then
      return '~';
    end if;
    if json_typeof(_member) <> 'string' or strpos(_member::text, '\\u') > 0 then
      return '?';
    end if;
    _text := _member #>> '{}';
    return case when length(_text) > 256 then '?' else '=' || _text end;
  end
  $function$;

  create function "${schema}".keep_terms() returns trigger
  language plpgsql
  as $function$
  declare
    _index record;
    _old text;
    _new text;
  begin
    for _index in
      select id, member from "${schema}".indexes where collection = coalesce(new.collection, old.collection)
    loop
      _old := case when tg_op <> 'INSERT' then "${schema}".term_of(old.value, _index.member) end;
      _new := case when tg_op <> 'DELETE' then "${schema}".term_of(new.value, _index.member) end;
      continue when _old = _new;
      if _old is not null then
        delete from "${schema}".terms where index_id = _index.id and term = _old and key = old.key;
      end if;
      if _new is not null then
        insert into "${schema}".terms (index_id, term, key) values (_index.id, _new, new.key) on conflict do nothing;
      end if;
    end loop;
    return null;
  end
  $function$;

  create trigger keep_terms after insert or delete or update of value on "${schema}".records
  for each row execute function "${schema}".keep_terms();

  -- Begins indexes that there are none of, and takes so many more records into those that are not built. Returns JSON: the ids of those
  -- that are built by their places, how many records were taken in, and how many characters they have.
  create function "${schema}".build_indexes(names json, size integer) returns text
  language plpgsql
  set enable_seqscan = off
  set jit = off
  as $function$
  declare
    _name record;
    _index "${schema}".indexes;
    _ids json[] := '{}';
    _left integer := size;
    _records bigint;
    _characters bigint;
    _all bigint := 0;
    _last text;
  begin
    -- No record is written meanwhile, so none is taken in as it was before.
    perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));
    for _name in select one->>'collection' as collection, one->>'member' as member from json_array_elements(names) as one loop
      insert into "${schema}".indexes (id, collection, member)
      select coalesce(max(id), 0) + 1, _name.collection, _name.member from "${schema}".indexes
      on conflict do nothing;
      select * into _index from "${schema}".indexes
      where collection = _name.collection and member = _name.member;
      if not _index.is_built and _left > 0 then
        with part as materialized (
          select key, value from "${schema}".records
          where collection = _index.collection
            and key >= coalesce(_index.built_to, '') and (_index.built_to is null or key > _index.built_to)
          order by key limit _left
        ),
        taken as (
          insert into "${schema}".terms (index_id, term, key)
          select _index.id, "${schema}".term_of(part.value, _index.member), part.key from part
          on conflict do nothing
        )
        select count(*), coalesce(sum(length(value)), 0), max(key collate "C") into _records, _characters, _last from part;
        _index.is_built := _records < _left;
        update "${schema}".indexes set is_built = _index.is_built, built_to = coalesce(_last, built_to)
        where id = _index.id;
        _left := _left - _records;
        _all := _all + _characters;
      end if;
      _ids := _ids || case when _index.is_built then to_json(_index.id) else 'null'::json end;
    end loop;
    return json_build_object('ids', array_to_json(_ids), 'records', size - _left, 'characters', _all)::text;
  end
  $function$;`
