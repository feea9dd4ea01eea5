import { eventTerm } from './event-term.ts'

/** Selects the id of the newest event. If all events have been trimmed, the id of the last one that existed. */
export const headSql = (schema: string): string => `
  select greatest(
    (select max(id) from "${schema}".events),
    (select value from "${schema}".numbers where name = 'head')
  ) as head`

/** Selects the id of the newest event that was deleted; 0 if none was. */
export const trimmedSql = (schema: string): string =>
  `select value as trimmed from "${schema}".numbers where name = 'trimmed'`

/** Deletes some of the events that were committed before the time $1, and returns whether there may be more. */
export const trimSql = (schema: string): string => `select "${schema}".trim_events($1) as more`

/** Replaces the events with the ids $1 by the texts $2. */
export const rewriteSql = (schema: string): string => `
  update "${schema}".events as logged set event = given.event
  from unnest($1::bigint[], $2::text[]) as given (id, event) where logged.id = given.id`

/**
 * Selects the newest events before the id $1. `isOfKey` selects those with the term $2, and those without a term, which may
 * have any key.
 */
export function pastSql(schema: string, { isOfKey, limit }: { isOfKey: boolean; limit: number }): string {
  const select = (condition: string) =>
    `select id, event from "${schema}".events where ${condition} id < $1 order by id desc limit ${limit}`
  if (!isOfKey) return select('')
  return `(${select(`${eventTerm} = $2 and`)}) union all (${select(`${eventTerm} is null and`)}) order by id desc limit ${limit}`
}
