/**
 * Terms of events: an index on them finds the events of a key without reading the log. The term of an event is the
 * beginning of its key as it stands in its JSON, up to the first quote, at most `MOST_CHARACTERS` characters. It is null for
 * events whose JSON does not begin with a type and a key, as no event of a record does. The index may thus return events of
 * other keys, which readers leave out, but misses none if they read the events without a term, too.
 */
const MOST_CHARACTERS = 600

/** The beginning of an event's JSON. */
const START = '{"type":"'
/** The member that must follow the first one. */
const MEMBER = '"key":"'

/** The term of the events with a key. */
export const termOfKey = (key: string): string =>
  Array.from(JSON.stringify(key).slice(1)).slice(0, MOST_CHARACTERS).join('').split('"', 1)[0] as string

/** SQL for the term of the column `event`. `position` is the name of the function that finds a text in a text. */
export function termSql(position: 'instr' | 'strpos'): string {
  const key = `substr(event, ${position}(event, '${MEMBER}') + ${MEMBER.length}, ${MOST_CHARACTERS})`
  return `
    case when substr(event, 1, ${START.length}) = '${START}' and ${position}(event, '${MEMBER}') = ${position}(event, ',') + 1
    then substr(${key}, 1, ${position}(${key} || '"', '"') - 1) end`
}
