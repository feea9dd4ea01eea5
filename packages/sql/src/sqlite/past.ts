import { termOfKey, termSql } from '../event-terms.ts'
import type { EventRow } from '../log.ts'
import type { Statements } from './database.ts'

/** A chunk of past events. */
export interface PastChunk {
  readonly before: number
  readonly limit: number
  readonly key?: string
}

const select = (condition: string): string =>
  `select id, event from signalbox_events where ${condition} id < ? order by id desc limit ?`
const ALL = select('')
const TERM = termSql('instr')
const OF_KEY = `
  select * from (${select(`${TERM} = ? and`)}) union all select * from (${select(`${TERM} is null and`)})
  order by id desc limit ?`

/** The newest events before an id. With `key`, events of this key, and possibly events of other keys. */
export function past({ all }: Statements, { before, limit, key }: PastChunk): readonly EventRow[] {
  const rows =
    key === undefined ? all(ALL, before, limit) : all(OF_KEY, termOfKey(key), before, limit, before, limit, limit)
  return rows as unknown as readonly EventRow[]
}
