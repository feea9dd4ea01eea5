import { targetsIn } from './target.ts'

/** Records that a commit is going to write, by `keyOf`. */
type Pending = Map<string, unknown>

const usersIn = new WeakMap<ReadonlyMap<string, unknown>, Map<string, Set<string>>>()

/** Adds a record to the writes of a commit, and notes what it refers to. */
export function addPending(pending: Pending, key: string, record: unknown): void {
  const users = usersIn.get(pending) ?? new Map<string, Set<string>>()
  usersIn.set(pending, users)
  for (const target of targetsIn(pending.get(key)).keys()) users.get(target)?.delete(key)
  for (const target of targetsIn(record).keys()) {
    const known = users.get(target)
    if (known) known.add(key)
    else users.set(target, new Set([key]))
  }
  pending.set(key, record)
}

/** The keys of the pending records that refer to a record. */
export const pendingUsers = (pending: ReadonlyMap<string, unknown> | undefined, key: string): Iterable<string> =>
  (pending && usersIn.get(pending)?.get(key)) ?? []
