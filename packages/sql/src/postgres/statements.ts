import { eventTerm } from './event-term.ts'

/** Selects the id of the newest event. If all events have been trimmed, the id of the last one that existed. */
export const headSql = (schema: string): string => `
  select greatest(
    (select max(id) from "${schema}".events),
    (select value from "${schema}".numbers where name = 'head')
  ) as head`

const TRIM_STEP = 1000

/**
 * Deletes a batch of the oldest events committed before a time and returns their number. The newest id is stored with
 * it, because new ids continue from there.
 */
export const trimSql = (schema: string): string => `
  with kept as (
    update "${schema}".numbers set value = greatest(value, (select max(id) from "${schema}".events))
    where name = 'head'
  ),
  trimmed as (
    delete from "${schema}".events
    where at < $1 and id in (select id from "${schema}".events order by id limit ${TRIM_STEP})
    returning id
  )
  select count(*) as trimmed from trimmed`

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
