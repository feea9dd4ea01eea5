import type { Moment } from '../numbers.ts'
import { prefixEnd } from '../range.ts'
import type { CommitRequest, Outcome, TextChange } from '../request.ts'
import type { PostgresClient } from './client.ts'

interface Result {
  /** Place of the first change that did not hold, by part. */
  readonly conflicts: Readonly<Record<string, number>>
  /** What versions and ids are counted from. */
  readonly version: number
  readonly id: number
}

/** Carries out requests that touch no record twice, each wholly or not at all, as one statement. */
export async function commitGroup(
  client: PostgresClient,
  { schema, at, least }: Moment & { readonly schema: string },
  group: readonly CommitRequest[],
): Promise<readonly Outcome[]> {
  const changes = group.flatMap((request, part) => request.changes.map((change) => ({ part, ...toColumns(change) })))
  const events = group.flatMap((request, part) => request.events.map((event) => ({ part, event })))
  const numbered = changes.map((change, index) => ({ place: index + 1, ...change }))
  const { rows } = await client.query(`select "${schema}".commit_parts($1::json) as result`, [
    JSON.stringify({ at, least, changes: numbered, events }),
  ])
  const { conflicts, version, id } = JSON.parse((rows[0] as { result: string }).result) as Result

  let place = 0
  let event = 0
  return group.map((request, part): Outcome => {
    const before = place
    place += request.changes.length
    const ids = request.events.map(() => id + ++event)
    const conflict = conflicts[part]
    if (conflict !== undefined) return { conflict: conflict - before - 1 }
    return {
      versions: request.changes.map(({ op }, index) => (op === 'put' ? version + before + index + 1 : undefined)),
      ids,
    }
  })
}

/** A change as the function of the database reads it; the empty text expects that there is no record. */
function toColumns(change: TextChange) {
  const { op, collection } = change
  if (op === 'deletePrefix') return { op, collection, key: change.prefix, until: prefixEnd(change.prefix) }
  const { key, expected } = change
  const columns = { op, collection, key, ...(expected !== undefined && { expected: expected ?? '' }) }
  return op === 'put' ? { ...columns, value: change.text } : columns
}
