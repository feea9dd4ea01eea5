import { type Caller, may } from '../machine/callers/caller.ts'
import { failure, problem } from '../machine/errors/errors.ts'
import type { Change, Reads } from '../ports.ts'

/** The kinds of records that APIs name and that are stored separately. */
export type NamedKind = 'backend' | 'feature' | 'segment' | 'experiment' | 'workflow'

/** A record that APIs name. */
export interface NamedRecord {
  readonly kind: NamedKind
  readonly id: string
}

/** Where an API can name a record: in the saved API, its draft, or the served deployment. */
export type UsagePlace = 'saved' | 'draft' | 'served'

/** Collection of uses: one key `<id>/<API>/<place>` for each place where an API names a record of the kind. */
const usesOf = (kind: NamedKind) => `${kind}-uses` as const
/**
 * Collection of one record for each named record, written by each new use. A delete checks its version to detect uses
 * that begin concurrently.
 */
const gatesOf = (kind: NamedKind) => `${kind}-gates` as const

const keyOf = (id: string, api: string, place: string): string => `${id}/${api}/${place}`

/** The changes that record that an API names a record in a place. */
export const beginUse = ({ kind, id }: NamedRecord, api: string, place: UsagePlace): Change[] => [
  { op: 'put', collection: gatesOf(kind), key: id, value: true },
  { op: 'put', collection: usesOf(kind), key: keyOf(id, api, place), value: true },
]

/** The change that records that a place of an API no longer names a record. */
export const endUse = ({ kind, id }: NamedRecord, api: string, place: UsagePlace): Change => ({
  op: 'delete',
  collection: usesOf(kind),
  key: keyOf(id, api, place),
})

/** Whether an API names a record in a place; by default in any. */
export async function isUsed(store: Reads, { kind, id }: NamedRecord, api: string, place: UsagePlace | '*' = '*') {
  for await (const _ of store.scan(usesOf(kind), { where: [keyOf(id, api, place)], limit: 1 })) return true
  return false
}

/** How the deletion of a record is checked. */
interface Release {
  readonly caller: Caller
  /** Whether to delete although APIs name the record. @default false */
  readonly isForced?: boolean | undefined
  /** What happens to the record, as the error message says it. @default 'deleted' */
  readonly what?: 'deleted' | 'renamed'
}

/**
 * The changes that go with a deleted record. Throws CONFLICT if APIs name it, with the APIs that the caller may read.
 * The commit fails if an API begins to name it meanwhile. If forced, does neither.
 */
export async function releaseRecord(store: Reads, record: NamedRecord, release: Release): Promise<Change[]> {
  if (release.isForced) return []
  const { kind, id } = record
  const gate = await store.get(gatesOf(kind), id)
  const users = gate ? await usersOf(store, record) : [] // without a gate, no API has ever named the record
  if (users.length > 0) throw inUse(record, users, release)
  return [
    gate
      ? { op: 'delete', collection: gatesOf(kind), key: id, expected: gate.version }
      : { op: 'check', collection: gatesOf(kind), key: id, expected: null },
  ]
}

/** The ids of the APIs that name a record. Each once. */
async function usersOf(store: Reads, { kind, id }: NamedRecord): Promise<string[]> {
  const users = new Set<string>()
  for await (const { key } of store.scan(usesOf(kind), { where: [keyOf(id, '*', '*')] }))
    users.add(key.split('/')[1] as string)
  return [...users]
}

/**
 * Throws CONFLICT before anything is deleted if APIs name one of the records that a call deletes. `plural` is their
 * collection.
 */
export async function checkNoneNamed(
  store: Reads,
  { kind, plural, isRemoved }: { kind: NamedKind; plural: string; isRemoved: (id: string) => boolean },
  caller: Caller,
): Promise<void> {
  for await (const { key } of store.scan(usesOf(kind))) {
    const id = key.split('/')[0] as string
    if (isRemoved(id) && (await store.get(plural, id))) await releaseRecord(store, { kind, id }, { caller })
  }
}

function inUse({ kind, id }: NamedRecord, users: readonly string[], { caller, what = 'deleted' }: Release) {
  const known = users.filter((api) => may(caller, 'R', 'Api', api))
  const hidden = users.length - known.length
  const named = [...known, ...(hidden > 0 ? [`${hidden} more`] : [])]
  const listed = `${named.slice(0, MOST_NAMED).join(', ')}${named.length > MOST_NAMED ? ' …' : ''}`
  return kind === 'backend'
    ? failure(
        'CONFLICT',
        `backend ${id} is used by ${listed}: give their routes another backend first, in drafts and deployments too`,
        problem('error.backend.used', ...named),
      )
    : failure(
        'CONFLICT',
        `The ${kind} ${id} cannot be ${what}, because APIs name it: ${listed}. Remove it from their ${kind === 'segment' ? 'audiences' : kind === 'feature' ? 'flows and audiences' : 'flows'} first, in drafts and deployments too${ways[kind] ?? ''}`,
        problem('error.reference.used', ...named.slice(0, MOST_TOLD)),
      )
}

/** Further ways out, for the message. */
const ways: Readonly<Partial<Record<NamedKind, string>>> = {
  feature: ', or pass force=true: their gates then count it as inactive, and audiences with it contain nobody',
  segment: ', or pass force=true: audiences with it then contain nobody',
}

const MOST_NAMED = 10
const MOST_TOLD = 100
