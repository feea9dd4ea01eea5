import type { Moment } from '../numbers.ts'
import { rangeOf, toCondition } from '../range.ts'
import type { CommitRequest, Outcome, TextChange } from '../request.ts'
import type { SqliteRow, SqliteValue, Statements } from './database.ts'
import { createInserts } from './inserts.ts'
import { MOST_MOVES, type Move, type Moving } from './positions.ts'

/** When and how a group is written. */
export interface Writing extends Moment {
  /**
   * Finds out by inserting whether a new record exists, which saves a look-up each. If one does, the insert fails with a
   * violated constraint: roll back, and write the group again without this option.
   */
  readonly isHopeful: boolean
}

/** The outcomes of a group, the id of the newest event before it, and which records it added and removed. */
export interface Written extends Moving {
  readonly outcomes: readonly Outcome[]
  readonly before: number
}

/**
 * Executes requests one after the other, each completely or not at all; must be called in a transaction. All conditions
 * of a request are checked before its first write, so a conflict leaves nothing to undo.
 */
export function commitGroup(
  { run, get }: Statements,
  group: readonly CommitRequest[],
  { at, least, isHopeful }: Writing,
): Written {
  const numbers = { event: 0, version: 0 }
  for (const name of names) {
    const { value } = get('select value from signalbox_numbers where name = ?', name) as SqliteRow
    numbers[name] = value as number
  }
  const before = { ...numbers }
  const added = new Map<string, number>()
  const records = createInserts(run, 'signalbox_records (collection, key, version, value)', 4)
  const log = createInserts(run, 'signalbox_events (id, at, event)', 3)

  const take = (name: (typeof names)[number]): number => {
    numbers[name] = Math.max(numbers[name], least) + 1
    return numbers[name]
  }
  const moves: Move[] = []

  /** Counts records that were added or removed: all of a key, or of a range. */
  function count(collection: string, rows: number, key?: string): void {
    if (rows === 0) return
    added.set(collection, (added.get(collection) ?? 0) + rows)
    if (moves.length <= MOST_MOVES) moves.push({ collection, by: rows > 0 ? 1 : -1, ...(key !== undefined && { key }) })
  }

  function holds(change: TextChange): boolean {
    if (change.op === 'deletePrefix' || change.expected === undefined) return true
    records.flush()
    const row = get(
      'select version from signalbox_records where collection = ? and key = ?',
      change.collection,
      change.key,
    )
    return (row ? String(row.version) : null) === change.expected
  }

  /** Executes a statement on records after the inserts that come before it. */
  function write(sql: string, ...values: SqliteValue[]): number {
    records.flush()
    return run(sql, ...values)
  }

  function apply(change: TextChange): number | undefined {
    const { collection } = change
    switch (change.op) {
      case 'put': {
        const version = take('version')
        const { key, text, expected } = change
        // The request itself may have written a record before that its condition found missing.
        const isNew = isHopeful && expected === null
        const isThere = !isNew && write(UPDATE, text, version, collection, key) > 0
        if (isThere) return version
        records.add(collection, key, version, text)
        count(collection, 1, key)
        return version
      }
      case 'delete':
        count(
          collection,
          -write('delete from signalbox_records where collection = ? and key = ?', collection, change.key),
          change.key,
        )
        break
      case 'deletePrefix': {
        const { text, values } = toCondition(rangeOf(collection, change.prefix), () => '?')
        count(collection, -write(`delete from signalbox_records where ${text}`, ...values))
      }
    }
    return undefined
  }

  function append(event: string): number {
    const id = take('event')
    log.add(id, at, event)
    return id
  }

  const outcomes = group.map(({ changes, events }): Outcome => {
    // A request that deletes might insert what its own condition forbids, so all its conditions are looked up.
    const isSure = !isHopeful || changes.some(({ op }) => op === 'delete' || op === 'deletePrefix')
    const fails = changes.some((change) => (isSure || !isCreate(change)) && !holds(change))
    if (fails) return { conflict: changes.findIndex((change) => !holds(change)) }
    return { versions: changes.map(apply), ids: events.map(append) }
  })
  records.flush()
  log.flush()

  for (const name of names)
    if (numbers[name] !== before[name])
      run('update signalbox_numbers set value = ? where name = ?', numbers[name], name)
  for (const [collection, rows] of added) if (rows !== 0) run(COUNT, collection, rows)
  return { outcomes, before: before.event, moves }
}

const isCreate = (change: TextChange): boolean => change.op === 'put' && change.expected === null

const names = ['event', 'version'] as const

const UPDATE = 'update signalbox_records set value = ?, version = ? where collection = ? and key = ?'
const COUNT = `
  insert into signalbox_collections (collection, records) values (?, ?)
  on conflict (collection) do update set records = records + excluded.records`
