import type { CommitRequest, Outcome } from '../request.ts'
import { arrayLiteral } from './array-literal.ts'
import type { PostgresClient } from './client.ts'
import { unknownFunction, type Writing, type Written } from './commit-function.ts'
import { commitInOrder } from './commit-in-order.ts'
import { isIndependent } from './independent.ts'

/** The response of the database's commit function. */
interface Answer {
  /** The first change whose condition failed, by request. Both count from 0. */
  readonly conflicts: Readonly<Record<string, number>>
  /** The number from which its versions and ids are counted. */
  readonly version: number
  readonly id: number
  /** The newest event before the group. */
  readonly before: number
}

/** Executes requests one after the other, each completely or not at all, in a single statement. */
export function commitGroup(
  client: PostgresClient,
  writing: Writing,
  group: readonly CommitRequest[],
): Promise<Written> {
  return isIndependent(group) ? commitAtOnce(client, writing, group) : commitInOrder(client, writing, group)
}

/**
 * Executes independent requests. Texts are sent as lines, because splitting lines is the cheapest way to send many:
 * quotes, of which JSON has plenty, need no escape.
 */
async function commitAtOnce(client: PostgresClient, { schema, at, least }: Writing, group: readonly CommitRequest[]) {
  const { parts, ops, collections, keys, expecteds, texts, eventParts, events } = toColumns(group)
  const { rows } = await client.query(
    `select "${schema}".commit_group($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as answer`,
    [
      at,
      least,
      `{${parts.join()}}`,
      ...[ops, collections, keys, expecteds].map(arrayLiteral),
      texts.join('\n'),
      `{${eventParts.join()}}`,
      events.join('\n'),
    ],
  )
  const answer: Partial<Answer> = JSON.parse((rows[0] as { answer: string }).answer)
  if (answer.conflicts === undefined || answer.before === undefined) throw unknownFunction(schema, 'commit_group')
  return { outcomes: toOutcomes(group, answer as Answer), before: answer.before }
}

/** The changes of a group as the commit function reads them. An empty `expected` means that no record may exist. */
function toColumns(group: readonly CommitRequest[]) {
  const columns = {
    parts: [] as number[],
    ops: [] as string[],
    collections: [] as string[],
    keys: [] as string[],
    expecteds: [] as (string | undefined)[],
    texts: [] as string[],
    eventParts: [] as number[],
    events: [] as string[],
  }
  for (const [part, { changes, events }] of group.entries()) {
    for (const change of changes) {
      if (change.op === 'deletePrefix') continue // such a request is not independent
      columns.parts.push(part)
      columns.ops.push(change.op)
      columns.collections.push(change.collection)
      columns.keys.push(change.key)
      columns.expecteds.push(change.expected === null ? '' : change.expected)
      columns.texts.push(change.op === 'put' ? change.text : '')
    }
    for (const event of events) {
      columns.eventParts.push(part)
      columns.events.push(event)
    }
  }
  return columns
}

/** Each change and each event is numbered by its place in the group, so refused requests leave gaps. */
function toOutcomes(group: readonly CommitRequest[], { conflicts, version, id }: Answer): Outcome[] {
  let changesBefore = 0
  let eventsBefore = 0
  return group.map(({ changes, events }, part) => {
    const [place, firstVersion, firstId] = [changesBefore, version + changesBefore + 1, id + eventsBefore + 1]
    changesBefore += changes.length
    eventsBefore += events.length
    const conflict = conflicts[part]
    if (conflict !== undefined) return { conflict: conflict - place }
    return {
      versions: changes.map(({ op }, i) => (op === 'put' ? firstVersion + i : undefined)),
      ids: events.map((_, i) => firstId + i),
    }
  })
}
