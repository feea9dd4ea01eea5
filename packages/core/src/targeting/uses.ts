import { type Caller, may } from '../machine/callers/caller.ts'
import { failure, problem } from '../machine/errors/errors.ts'
import type { Change, InstancePorts, Reads } from '../ports.ts'
import { type Kinded, keyOf, kinds, labelOf, type Referrer, scriptOf, type Used, usedBy } from './target.ts'

/** Collection of uses: one key `<kind>/<id>/<kind of the user>/<id of the user>` for each record that refers to another. */
const USES = 'targeting-uses'
/**
 * Collection of one record for each target, written by each new use. A delete checks its version to detect uses that
 * begin concurrently.
 */
const GATES = 'targeting-gates'

/** The changes that update the uses of a record, for the commit that writes it. */
export function usesOf(user: Kinded, next: unknown, current: unknown): readonly Change[] {
  const [before, now] = [usedBy(current), usedBy(next)]
  const begun = [...now.keys()].filter((key) => !before.has(key))
  const ended = [...before.keys()].filter((key) => !now.has(key))
  return [
    ...begun.flatMap((key): Change[] => [
      { op: 'put', collection: GATES, key, value: true },
      { op: 'put', collection: USES, key: useKey(key, user), value: true },
    ]),
    ...ended.map((key): Change => ({ op: 'delete', collection: USES, key: useKey(key, user) })),
  ]
}

const useKey = (target: string, user: Kinded): string => `${target}/${keyOf(user)}`

/** The records that refer to a target. */
export async function usersOf(store: Reads, target: Used): Promise<readonly Referrer[]> {
  const users: Referrer[] = []
  for await (const { key } of store.scan(USES, { where: [`${keyOf(target)}/*`] })) users.push(readUse(key).user)
  return users
}

/** The records that refer to a target, and a check that fails once another one has begun to. */
export async function usersAndGate(store: Reads, target: Used) {
  const key = keyOf(target)
  const found = await store.get(GATES, key)
  const gate: Change = { op: 'check', collection: GATES, key, expected: found?.version ?? null }
  return { users: found ? await usersOf(store, target) : [], gate } // without a gate, nothing has ever referred to it
}

/** Every use: which record refers to which, in the order of the targets. */
export async function* allUses(store: Reads, kind = '*'): AsyncGenerator<{ target: Used; user: Referrer }> {
  for await (const { key } of store.scan(USES, { where: [kind === '*' ? '*' : `${kind}/*`] })) yield readUse(key)
}

function readUse(key: string): { target: Used; user: Referrer } {
  const [kind, id, userKind, userId] = key.split('/')
  return { target: { kind, id } as Used, user: { kind: userKind, id: userId } as Referrer }
}

/** How a target is checked before a write after which others can no longer refer to it. */
export interface UseCheck extends Stored {
  readonly caller: Caller
  /** Whether to write although records refer to the target. */
  readonly isForced: boolean
  /** What happens to the target, as the error message says it. */
  readonly what: 'deleted' | 'renamed' | 'decided by a script'
  /** Whether the same call deletes a record: its references do not count. @default none is deleted */
  readonly isRemoved?: ((record: Kinded) => boolean) | undefined
}

/**
 * Checks that no record refers to a target, and throws CONFLICT otherwise. Returns a check that makes the commit fail if
 * a record has begun to refer to it since. If forced, does neither: the references then become unresolved.
 */
export async function checkUnused(target: Used, check: UseCheck): Promise<readonly Change[]> {
  const { store, note, caller, isForced, what, isRemoved } = check
  if (isForced) return []
  if (target.kind === 'script') await completeUses({ store, note })
  const { users: all, gate } = await usersAndGate(store, target)
  const users = all.filter((user) => keyOf(user) !== keyOf(target) && !isRemoved?.(user))
  if (users.length > 0) throw inUse(target, users, { caller, what })
  return [gate]
}

/** CONFLICT: records refer to a target. Names the records that the caller may read. */
export function inUse(target: Used, users: readonly Referrer[], { caller, what }: Pick<UseCheck, 'caller' | 'what'>) {
  const known = users.filter(({ kind, id }) => may(caller, 'R', kinds[kind].domain, id))
  const hidden = users.length - known.length
  const named = [...known.map(labelOf), ...(hidden > 0 ? [`${hidden} more`] : [])]
  const listed = `${named.slice(0, MOST_NAMED).join(', ')}${named.length > MOST_NAMED ? ' …' : ''}`
  return failure(
    'CONFLICT',
    `The ${labelOf(target)} cannot be ${what}, because ${target.kind === 'script' ? byFeatures(listed) : byConditions(listed)}`,
    problem('error.reference.used', ...named.slice(0, MOST_TOLD)),
  )
}

const byConditions = (users: string): string =>
  `conditions refer to it: ${users}. Change those conditions first, or pass force=true: they are then unresolved and count as false`

const byFeatures = (users: string): string =>
  `it decides features: ${users}. Give them another script first, or pass force=true: they are then inactive`

/** The gate whose record says that the uses of scripts are complete. */
const SCRIPTS = 'script'

/** Records the scripts of features that earlier versions have stored, which kept no uses of scripts. Once for a store. */
export async function completeUses({ store, note }: Stored): Promise<void> {
  if (await store.get(GATES, SCRIPTS)) return
  for await (const { key, value, text } of store.scan(kinds.feature.collection, { asText: true }))
    if (text === undefined ? scriptOf(value) : text.includes('GLOBAL_SCRIPT')) await recordScript({ store, note }, key)
  await note([{ op: 'put', collection: GATES, key: SCRIPTS, value: true }])
}

/** Every use, also of scripts by features that earlier versions have stored. Records nothing. */
export async function* everyUse(store: Reads): AsyncGenerator<{ target: Used; user: Referrer }> {
  yield* allUses(store)
  if (await store.get(GATES, SCRIPTS)) return
  for await (const { key: id, value } of store.scan(kinds.feature.collection)) {
    const user = { kind: 'feature', id } as const
    for (const [key, target] of scriptOf(value) ? usedBy(value) : [])
      if (target.kind === 'script' && !(await store.get(USES, useKey(key, user)))) yield { target, user }
  }
}

/** Records the script of a feature, as it is when this is committed. */
async function recordScript({ store, note }: Stored, id: string): Promise<void> {
  const { collection } = kinds.feature
  for (;;) {
    const found = await store.get(collection, id)
    if (!scriptOf(found?.value)) return
    const unchanged: Change = { op: 'check', collection, key: id, expected: found?.version ?? null }
    const uses = usesOf({ kind: 'feature', id }, found?.value, undefined)
    if (!('conflict' in (await note([unchanged, ...uses])))) return
  }
}

const MOST_NAMED = 10
const MOST_TOLD = 100

/** A store that takes bookkeeping. */
export type Stored = Pick<InstancePorts, 'store' | 'note'>
