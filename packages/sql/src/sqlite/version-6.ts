/**
 * Version 6 of the schema: the id of the newest event that was deleted. A trigger keeps it, so that deletions of processes
 * of earlier versions count, too. What was deleted before this version is not known: then it is the id before the oldest
 * event, or the head of an empty log.
 */
export const version6 = `
  insert into signalbox_numbers (name, value) values ('trimmed', coalesce(
    (select min(id) - 1 from signalbox_events),
    (select value from signalbox_numbers where name = 'event')
  ));
  create trigger signalbox_events_trimmed after delete on signalbox_events
  begin
    update signalbox_numbers set value = old.id where name = 'trimmed' and value < old.id;
  end;
  `
