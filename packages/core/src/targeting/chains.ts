import { MOST_STEPS } from '../conditions/references.ts'
import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Change, Reads } from '../ports.ts'
import { longestWay } from './longest-way.ts'
import { pendingUsers } from './pending-users.ts'
import { isUsable, type Kinded, keyOf, kinds, labelOf, type Target, targetsIn } from './target.ts'
import { usersAndGate } from './uses.ts'

/** A record that is about to be written, with references that it did not have. */
interface Linked {
  readonly target: Kinded
  readonly next: unknown
  readonly current: unknown
  /** Records that the same commit writes. */
  readonly pending?: ReadonlyMap<string, unknown> | undefined
  /** The record of a reference, as it is after the commit. */
  readonly recordOf: (target: Target) => Promise<unknown>
}

/**
 * Checks that no chain of references becomes longer than evaluations follow: neither one that begins at the record, nor one
 * that leads through it. Throws INVALID by JSON pointer. Records of a chain that was stored before may change, unless it gets
 * longer. Returns checks for the commit, which fails if others have begun to refer to the record since.
 */
export async function checkChains(store: Reads, linked: Linked): Promise<readonly Change[]> {
  const { target: self, next, current, pending, recordOf } = linked
  const below = await depthOf(next, recordOf)
  if (below === 0) return []
  const gates: Change[] = []
  const above = isUsable(self)
    ? await longestWay(keyOf(self), async (key) => {
        const target = fromKey(key)
        if (!isUsable(target)) return []
        const { users, gate } = await usersAndGate(store, target)
        gates.push(gate)
        return [...users.map(keyOf).filter((user) => !pending?.has(user)), ...pendingUsers(pending, key)]
      })
    : 0
  if (below + above <= MOST_STEPS) return gates
  const stored = async ({ kind, id }: Target) => (await store.get(kinds[kind].collection, id))?.value
  if (below <= (await depthOf(current, stored))) return []
  throw await tooLong(linked, below, above)
}

/** The most references in a row that begin with the conditions of a record. */
const depthOf = (record: unknown, recordOf: Linked['recordOf']): Promise<number> =>
  longestWay('', async (key) => [...targetsIn(key === '' ? record : await recordOf(fromKey(key) as Target)).keys()])

function fromKey(key: string): Kinded {
  const slash = key.indexOf('/')
  return { kind: key.slice(0, slash) as Kinded['kind'], id: key.slice(slash + 1) }
}

/** The failure, at the condition with which the chain begins to be too long. */
async function tooLong({ target: self, next, recordOf }: Linked, below: number, above: number) {
  let place = ''
  for (const one of targetsIn(next).values()) {
    place = one.place
    if ((await depthOf(await recordOf(one), recordOf)) + 1 === below) break
  }
  const label = labelOf(self)
  return new SignalboxError(
    'INVALID',
    `The ${label} would be part of a chain of ${below + above} references, and evaluations follow at most ${MOST_STEPS}: refer to records with fewer references`,
    { fieldErrors: { [place]: [problem('error.reference.chain', MOST_STEPS)] } },
  )
}
