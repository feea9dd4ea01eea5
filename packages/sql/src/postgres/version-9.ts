/**
 * Version 9 of the schema: indexes of two members, whose names are separated by a comma. The term of a record is that of
 * the first member, U+0001, and that of the second one. JSON escapes this character, so no other term contains it. Texts
 * are shorter than in other indexes, so that entries are no longer.
 *
 * Triggers call the function by its name. So writes of processes of earlier versions maintain these indexes, too.
 */
export const version9 = (schema: string): string => `
  perform pg_advisory_xact_lock(hashtextextended('signalbox commits ${schema}', 0));

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

  create or replace function "${schema}".term_of(record_value text, member text) returns text
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
  $function$;`
