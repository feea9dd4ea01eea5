/**
 * Version 7 of the schema: the number of entries of terms that many records have, so that a list filtered by one of them
 * need not count it. A term gets its row when it has been counted. Triggers maintain the number, so the writes of any
 * process are in it at once.
 *
 * As in the table of counts, each change inserts a new row and deletes the previous one: updates in place would leave
 * thousands of dead versions to scan while a backup holds its snapshot.
 */
export const version7 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

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
