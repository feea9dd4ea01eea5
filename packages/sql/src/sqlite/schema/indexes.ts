/** Returns SQL for the term of one member of a value. */
const termOf = (value: string, member: string, longest: number): string => `
  case
    when json_type(${value}, '$.' || ${member}) is null then '~'
    when json_type(${value}, '$.' || ${member}) <> 'text' then '?'
    when instr(${value} -> ('$.' || ${member}), '\\u') > 0 then '?'
    when length(${value} ->> ('$.' || ${member})) > ${longest} then '?'
    else '=' || (${value} ->> ('$.' || ${member}))
  end`

/**
 * Returns SQL for the term of a value in the index of this row: of one member, or of two members whose names are
 * separated by a comma. Then it is the term of the first one, U+0001, and the term of the second one. JSON escapes this
 * character, so no other term contains it. Texts are shorter than in other indexes, so that entries are no longer.
 */
const termsOf = (value: string): string => `
  case
    when not json_valid(${value}) then iif(instr(member, ',') = 0, '?', '?' || char(1) || '?')
    when instr(member, ',') = 0 then ${termOf(value, 'member', 256)}
    else ${termOf(value, "substr(member, 1, instr(member, ',') - 1)", 128)} || char(1)
      || ${termOf(value, "substr(member, instr(member, ',') + 1)", 128)}
  end`

/** Returns SQL that adds the given records to an index. Records already in it are left alone. */
export const takeIn = (records: string): string => `
  insert into signalbox_terms (index_id, term, key)
  select signalbox_indexes.id, ${termsOf('record.value')}, record.key
  from signalbox_indexes cross join (${records}) as record
  where signalbox_indexes.id = ?
  on conflict do nothing`

/**
 * Indexes of members of records. Triggers maintain them, so any process that writes a record updates its entries in the same
 * transaction. Records that existed before an index are added in steps (`../../terms.ts` explains terms).
 *
 * `signalbox_sizes` has the number of entries of terms that many records have, so that a list filtered by one of them need
 * not count it. A term gets its row when it has been counted.
 */
export const indexTables = `
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
    select id, ${termsOf('new.value')}, new.key from signalbox_indexes where collection = new.collection
    on conflict do nothing;
  end;
  create trigger signalbox_terms_of_update after update of value on signalbox_records
  when exists (select 1 from signalbox_indexes where collection = new.collection)
  begin
    delete from signalbox_terms where key = new.key and (index_id, term) in (
      select id, old_term from (
        select id, ${termsOf('old.value')} as old_term, ${termsOf('new.value')} as new_term
        from signalbox_indexes where collection = new.collection
      ) where old_term <> new_term
    );
    insert into signalbox_terms (index_id, term, key)
    select id, ${termsOf('new.value')}, new.key from signalbox_indexes where collection = new.collection
    on conflict do nothing;
  end;
  create trigger signalbox_terms_of_delete after delete on signalbox_records
  when exists (select 1 from signalbox_indexes where collection = old.collection)
  begin
    delete from signalbox_terms where key = old.key and (index_id, term) in (
      select id, ${termsOf('old.value')} from signalbox_indexes where collection = old.collection
    );
  end;
  create table signalbox_sizes (
    index_id integer not null,
    term text not null,
    entries integer not null,
    primary key (index_id, term)
  ) strict, without rowid;
  create trigger signalbox_sizes_of_insert after insert on signalbox_terms
  begin
    update signalbox_sizes set entries = entries + 1 where index_id = new.index_id and term = new.term;
  end;
  create trigger signalbox_sizes_of_delete after delete on signalbox_terms
  begin
    update signalbox_sizes set entries = entries - 1 where index_id = old.index_id and term = old.term;
  end;
  `
