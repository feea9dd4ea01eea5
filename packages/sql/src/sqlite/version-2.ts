/**
 * Returns SQL for the term of a value (`../terms.ts` explains terms) in the index of this row. Values are JSON, but may
 * nest deeper than SQLite parses.
 */
const termOf = (value: string): string => `
  case
    when not json_valid(${value}) then '?'
    when json_type(${value}, '$.' || member) is null then '~'
    when json_type(${value}, '$.' || member) <> 'text' then '?'
    when instr(${value} -> ('$.' || member), '\\u') > 0 then '?'
    when length(${value} ->> ('$.' || member)) > 256 then '?'
    else '=' || (${value} ->> ('$.' || member))
  end`

/**
 * Version 2 of the schema: indexes of members of records. Triggers maintain them, so any process that writes a record,
 * even one of version 1, updates its entries in the same transaction. Records that existed before are added in steps.
 */
export const version2 = `
  create table signalbox_indexes (
    id integer primary key,
    collection text not null,
    member text not null,
    built_to text,
    is_built integer not null default 0,
    unique (collection, member)
  ) strict;
  create table signalbox_terms (
    index_id integer not null,
    term text not null,
    key text not null,
    primary key (index_id, term, key)
  ) strict, without rowid;
  create trigger signalbox_terms_of_insert after insert on signalbox_records
  when exists (select 1 from signalbox_indexes where collection = new.collection)
  begin
    insert into signalbox_terms (index_id, term, key)
    select id, ${termOf('new.value')}, new.key from signalbox_indexes where collection = new.collection
    on conflict do nothing;
  end;
  create trigger signalbox_terms_of_update after update of value on signalbox_records
  when exists (select 1 from signalbox_indexes where collection = new.collection)
  begin
    delete from signalbox_terms where key = new.key and (index_id, term) in (
      select id, ${termOf('old.value')} from signalbox_indexes
      where collection = new.collection and ${termOf('old.value')} <> ${termOf('new.value')}
    );
    insert into signalbox_terms (index_id, term, key)
    select id, ${termOf('new.value')}, new.key from signalbox_indexes where collection = new.collection
    on conflict do nothing;
  end;
  create trigger signalbox_terms_of_delete after delete on signalbox_records
  when exists (select 1 from signalbox_indexes where collection = old.collection)
  begin
    delete from signalbox_terms where key = old.key and (index_id, term) in (
      select id, ${termOf('old.value')} from signalbox_indexes where collection = old.collection
    );
  end;
  `
