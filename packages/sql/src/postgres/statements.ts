/** Id of the newest event; of the last one there was, when all are trimmed. */
export const headSql = (schema: string): string => `
  select greatest(
    (select max(id) from "${schema}".events),
    (select value from "${schema}".numbers where name = 'head')
  ) as head`

const TRIM_STEP = 1000

/**
 * Forgets the oldest events that were committed before a time, so many at a time, and says how many. What the newest id
 * was is kept with it: ids go on from there.
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
