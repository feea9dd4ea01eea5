import type { Moment } from '../numbers.ts'
import { rangeOf, toCondition } from '../range.ts'
import type { CommitRequest, Outcome, TextChange } from '../request.ts'
import type { SqliteRow, Statements } from './database.ts'

/**
 * Executes requests one after the other, each completely or not at all; must be called in a transaction. All conditions
 * of a request are checked before its first write, so a conflict leaves nothing to undo.
 */
export function commitGroup(
  { run, get }: Statements,
  group: readonly CommitRequest[],
  { at, least }: Moment,
): readonly Outcome[] {
  const numbers = { event: 0, version: 0 }
  for (const name of names) {
    const { value } = get('select value from signalbox_numbers where name = ?', name) as SqliteRow
    numbers[name] = value as number
  }
  const before = { ...numbers }
  const added = new Map<string, number>()

  const take = (name: (typeof names)[number]): number => {
    numbers[name] = Math.max(numbers[name], least) + 1
    return numbers[name]
  }
  const count = (collection: string, records: number) => added.set(collection, (added.get(collection) ?? 0) + records)

  function holds(change: TextChange): boolean {
    if (change.op === 'deletePrefix' || change.expected === undefined) return true
    const row = get(
      'select version from signalbox_records where collection = ? and key = ?',
      change.collection,
      change.key,
    )
    return (row ? String(row.version) : null) === change.expected
  }

  function apply(change: TextChange): number | undefined {
    const { collection } = change
    switch (change.op) {
      case 'put': {
        const version = take('version')
        const { key, text, expected } = change
        const isThere = expected !== null && run(UPDATE, text, version, collection, key) > 0
        if (isThere) return version
        run(INSERT, collection, key, version, text)
        count(collection, 1)
        return version
      }
      case 'delete':
        count(
          collection,
          -run('delete from signalbox_records where collection = ? and key = ?', collection, change.key),
        )
        break
      case 'deletePrefix': {
        const { text, values } = toCondition(rangeOf(collection, change.prefix), () => '?')
        count(collection, -run(`delete from signalbox_records where ${text}`, ...values))
      }
    }
    return undefined
  }

  function append(event: string): number {
    const id = take('event')
    run('insert into signalbox_events (id, at, event) values (?, ?, ?)', id, at, event)
    return id
  }

  const outcomes = group.map(({ changes, events }): Outcome => {
    const conflict = changes.findIndex((change) => !holds(change))
    if (conflict >= 0) return { conflict }
    return { versions: changes.map(apply), ids: events.map(append) }
  })

  for (const name of names)
    if (numbers[name] !== before[name])
      run('update signalbox_numbers set value = ? where name = ?', numbers[name], name)
  for (const [collection, records] of added) if (records !== 0) run(COUNT, collection, records)
  return outcomes
}

const names = ['event', 'version'] as const

const UPDATE = 'update signalbox_records set value = ?, version = ? where collection = ? and key = ?'
const INSERT = 'insert into signalbox_records (collection, key, version, value) values (?, ?, ?, ?)'
const COUNT = `
  insert into signalbox_collections (collection, records) values (?, ?)
  on conflict (collection) do update set records = records + excluded.records`
