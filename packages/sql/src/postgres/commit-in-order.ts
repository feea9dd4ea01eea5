import { prefixEnd } from '../range.ts'
import type { CommitRequest, Outcome, TextChange } from '../request.ts'
import type { PostgresClient } from './client.ts'
import { unknownFunction, type Writing, type Written } from './commit-function.ts'

/** The response of the database's commit function to one request. */
interface Answer {
  /** Index of the change whose condition failed. */
  readonly conflict: number | null
  /** The number from which its versions and ids are counted. */
  readonly version: number
  readonly id: number
}

/**
 * Executes requests one change after the other, so that each may name a record that an earlier one writes. The function
 * that does this is as old as the schema.
 */
export async function commitInOrder(
  client: PostgresClient,
  { schema, at, least }: Writing,
  group: readonly CommitRequest[],
): Promise<Written> {
  const parts = group.map(({ changes, events }) => ({ changes: changes.map(toColumns), events }))
  const { rows } = await client.query(`select "${schema}".commit_parts($1) as answers`, [
    JSON.stringify({ at, least, parts }),
  ])
  const answers = JSON.parse((rows[0] as { answers: string }).answers) as readonly Answer[]
  if (!Array.isArray(answers) || answers.length !== group.length) throw unknownFunction(schema, 'commit_parts')
  return { outcomes: group.map((request, index) => toOutcome(request, answers[index] as Answer)) }
}

function toOutcome({ changes, events }: CommitRequest, { conflict, version, id }: Answer): Outcome {
  if (conflict !== null) return { conflict }
  let puts = 0
  return {
    versions: changes.map(({ op }) => (op === 'put' ? version + ++puts : undefined)),
    ids: events.map((_, index) => id + index + 1),
  }
}

/** A change as the commit function of the database reads it. An empty `expected` means that no record may exist. */
function toColumns(change: TextChange) {
  const { op, collection } = change
  if (op === 'deletePrefix') return { op, collection, key: change.prefix, until: prefixEnd(change.prefix) }
  const { key, expected } = change
  const columns = { op, collection, key, ...(expected !== undefined && { expected: expected ?? '' }) }
  return op === 'put' ? { ...columns, value: change.text } : columns
}
