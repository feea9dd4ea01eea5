/**
 * Version 4 of the schema: the number of entries of terms that many records have, so that a list filtered by one of
 * them need not count it. A term gets its row when it has been counted. Triggers maintain the number, so the writes of
 * any process are in it at once.
 */
export const version4 = `
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
