import { SignalboxError } from '@signalbox/core/errors'
import type { Moment } from '../numbers.ts'
import { prefixEnd } from '../range.ts'
import type { CommitRequest, Outcome, TextChange } from '../request.ts'
import type { PostgresClient } from './client.ts'

/** What the function of the database says of a request. */
interface Answer {
  /** Which change did not hold. */
  readonly conflict: number | null
  /** What its versions and ids are counted from. */
  readonly version: number
  readonly id: number
}

/** Carries out requests one after the other, each wholly or not at all, as one statement. */
export async function commitGroup(
  client: PostgresClient,
  { schema, at, least }: Moment & { readonly schema: string },
  group: readonly CommitRequest[],
): Promise<readonly Outcome[]> {
  const parts = group.map(({ changes, events }) => ({ changes: changes.map(toColumns), events }))
  const { rows } = await client.query(`select "${schema}".commit_parts($1) as answers`, [
    JSON.stringify({ at, least, parts }),
  ])
  const answers = JSON.parse((rows[0] as { answers: string }).answers) as readonly Answer[]
  if (!Array.isArray(answers) || answers.length !== group.length)
    throw new SignalboxError(
      'UNAVAILABLE',
      `The function ${schema}.commit_parts is not the one of this Signalbox: do not change the schema by hand`,
    )
  return group.map((request, index) => toOutcome(request, answers[index] as Answer))
}

function toOutcome({ changes, events }: CommitRequest, { conflict, version, id }: Answer): Outcome {
  if (conflict !== null) return { conflict }
  let puts = 0
  return {
    versions: changes.map(({ op }) => (op === 'put' ? version + ++puts : undefined)),
    ids: events.map((_, index) => id + index + 1),
  }
}

/** A change as the function of the database reads it; the empty text expects that there is no record. */
function toColumns(change: TextChange) {
  const { op, collection } = change
  if (op === 'deletePrefix') return { op, collection, key: change.prefix, until: prefixEnd(change.prefix) }
  const { key, expected } = change
  const columns = { op, collection, key, ...(expected !== undefined && { expected: expected ?? '' }) }
  return op === 'put' ? { ...columns, value: change.text } : columns
}
