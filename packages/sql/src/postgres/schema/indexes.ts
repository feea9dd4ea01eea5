/**
 * Indexes of members of records. Triggers maintain them, so any process that writes a record updates its entries in the same
 * transaction. Records that existed before an index are added in steps.
 *
 * `../../terms.ts` explains terms. JSON may contain characters that PostgreSQL text cannot hold, and may nest deeper than
 * PostgreSQL parses; its JSON functions then fail, and the record gets the term for other values. The member of an index
 * may be two names that are separated by a comma. Its terms are the term of the first member, U+0001, and the term of
 * the second. JSON escapes this character, so no other term contains it. Their texts are shorter, so that entries are
 * no longer.
 *
 * `sizes` has the number of entries of terms that many records have, so that a list filtered by one of them need not count
 * it. A term gets its row when it has been counted. Rows are replaced as in the table of counts.
 */
export const indexTables = (schema: string): string => `
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

  -- The term of one member of an object.
  create function "${schema}".member_term(record_value json, member text, longest integer) returns text
  language plpgsql immutable
  as $function$
  declare
    _member json := record_value -> member;
    _text text;
  begin
    if _member is null then
      return '~';
    end if;
    if json_typeof(_member) <> 'string' or strpos(_member::text, '\\u') > 0 then
      return '?';
    end if;
    _text := _member #>> '{}';
    return case when length(_text) > longest then '?' else '=' || _text end;
  end
  $function$;

  create function "${schema}".term_of(record_value text, member text) returns text
  language plpgsql immutable
  as $function$
  declare
    _comma integer := strpos(member, ',');
    _record json;
  begin
    -- What is as short as this and without \\u can be read. A block that catches failures takes longer.
    if length(record_value) > 5000 or strpos(record_value, '\\u') > 0 then
      begin
        _record := record_value::json;
        if _comma = 0 then
          return "${schema}".member_term(_record, member, 256);
        end if;
        return "${schema}".member_term(_record, left(member, _comma - 1), 128) || E'\\x01'
          || "${schema}".member_term(_record, substr(member, _comma + 1), 128);
      exception when others then
        return case when _comma = 0 then '?' else E'?\\x01?' end;
      end;
    end if;
    _record := record_value::json;
    if _comma = 0 then
      return "${schema}".member_term(_record, member, 256);
    end if;
    return "${schema}".member_term(_record, left(member, _comma - 1), 128) || E'\\x01'
      || "${schema}".member_term(_record, substr(member, _comma + 1), 128);
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
      _old := "${schema}".term_of(old.value, _index.member);
      _new := case when tg_op = 'UPDATE' then "${schema}".term_of(new.value, _index.member) end;
      continue when _old = _new;
      delete from "${schema}".terms where index_id = _index.id and term = _old and key = old.key;
      if _new is not null then
        insert into "${schema}".terms (index_id, term, key) values (_index.id, _new, new.key) on conflict do nothing;
      end if;
    end loop;
    return null;
  end
  $function$;

  create trigger keep_terms after delete or update of value on "${schema}".records
  for each row execute function "${schema}".keep_terms();

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

  create trigger add_terms after insert on "${schema}".records
  referencing new table as inserted
  for each statement execute function "${schema}".add_terms();

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
  $function$;

  create table "${schema}".sizes (
    index_id bigint not null,
    term text collate "C" not null,
    change bigint not null,
    entries bigint not null,
    primary key (index_id, term, change)
  );

  -- Adds the terms of one statement to their numbers, or subtracts them.
  create function "${schema}".resize_terms() returns trigger
  language plpgsql
  as $function$
  declare
    _one record;
    _last "${schema}".sizes;
  begin
    if not exists (select from "${schema}".sizes) then
      return null;
    end if;
    for _one in select index_id, term, count(*) as entries from changed group by index_id, term loop
      select * into _last from "${schema}".sizes
      where index_id = _one.index_id and term = _one.term order by change desc limit 1;
      continue when not found;
      insert into "${schema}".sizes (index_id, term, change, entries)
      values (_one.index_id, _one.term, _last.change + 1,
        _last.entries + case when tg_op = 'INSERT' then _one.entries else -_one.entries end);
      delete from "${schema}".sizes
      where index_id = _one.index_id and term = _one.term and change = _last.change;
    end loop;
    return null;
  end
  $function$;

  create trigger resize_terms_of_insert after insert on "${schema}".terms
  referencing new table as changed for each statement execute function "${schema}".resize_terms();
  create trigger resize_terms_of_delete after delete on "${schema}".terms
  referencing old table as changed for each statement execute function "${schema}".resize_terms();

  -- Counts the entries of a term and keeps their number from now on.
  create function "${schema}".keep_size(kept_index bigint, kept_term text) returns void
  language plpgsql
  set enable_seqscan = off
  set jit = off
  as $function$
  begin
    -- No record is written meanwhile, so none is left out or counted twice.
    perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));
    if not exists (select from "${schema}".sizes where index_id = kept_index and term = kept_term) then
      insert into "${schema}".sizes (index_id, term, change, entries)
      select kept_index, kept_term, 1, count(*) from "${schema}".terms
      where index_id = kept_index and term = kept_term;
    end if;
  end
  $function$;`
