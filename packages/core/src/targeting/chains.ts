import { MOST_STEPS } from '../conditions/references.ts'
import { type Caller, may } from '../machine/callers/caller.ts'
import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Reads } from '../ports.ts'
import { longestWay, type Way } from './longest-way.ts'
import { pendingUsers } from './pending-users.ts'
import { isUsable, type Kinded, keyOf, kinds, labelOf, type Target, targetsIn } from './target.ts'
import { usersAndGate } from './uses.ts'

/** A record that is about to be written, with references that it did not have. */
interface Linked {
  readonly target: Kinded
  readonly next: unknown
  readonly current: unknown
  readonly caller: Caller
  /** Records that the same commit writes. */
  readonly pending?: ReadonlyMap<string, unknown> | undefined
  /** The record of a reference, as it is after the commit. */
  readonly recordOf: (target: Target) => Promise<unknown>
}

/** The most records above a written one that are looked at, so that a write takes a bounded time. */
const MOST_ABOVE = 1000

/**
 * Checks that no chain of references becomes longer than evaluations follow: neither one that starts at the record, nor one
 * that leads to it from records that the caller may change. Records of others do not count: nobody makes a record unusable by
 * referring to it. Throws INVALID by JSON pointer. Records of a chain that was stored before may change, unless it gets longer.
 */
export async function checkChains(store: Reads, linked: Linked): Promise<void> {
  const { next, current, recordOf } = linked
  const below = await depthOf(next, recordOf)
  if (below === 0) return
  const above = await wayAbove(store, linked)
  if (below + above.length <= MOST_STEPS) return
  const stored = async ({ kind, id }: Target) => (await store.get(kinds[kind].collection, id))?.value
  if (below > (await depthOf(current, stored))) throw await tooLong(linked, below, above)
}

/** The most references in a row that start with the conditions of a record. */
async function depthOf(record: unknown, recordOf: Linked['recordOf']): Promise<number> {
  const next = async (key: string) => [
    ...targetsIn(key === '' ? record : await recordOf(fromKey(key) as Target)).keys(),
  ]
  return (await longestWay('', next)).length
}

/** The longest way up to a record that refers to the written one, directly or indirectly. */
function wayAbove(store: Reads, { target: self, caller, pending }: Linked): Promise<Way> {
  let left = MOST_ABOVE
  return longestWay(keyOf(self), async (key) => {
    const target = fromKey(key)
    if (!isUsable(target) || --left < 0) return []
    const { users } = await usersAndGate(store, target)
    const mine = users.filter(({ kind, id }) => may(caller, 'U', kinds[kind].domain, id)).map(keyOf)
    return [...mine.filter((user) => !pending?.has(user)), ...pendingUsers(pending, key)]
  })
}

function fromKey(key: string): Kinded {
  const slash = key.indexOf('/')
  return { kind: key.slice(0, slash) as Kinded['kind'], id: key.slice(slash + 1) }
}

/** The failure, at the condition with which the chain becomes too long. Names the other end if it is above. */
async function tooLong({ target: self, next, caller, recordOf }: Linked, below: number, above: Way) {
  let place = ''
  for (const one of targetsIn(next).values()) {
    place = one.place
    if ((await depthOf(await recordOf(one), recordOf)) + 1 === below) break
  }
  const end = fromKey(above.end)
  const from = above.length > 0 && may(caller, 'R', kinds[end.kind].domain, end.id) ? ` from the ${labelOf(end)}` : ''
  return new SignalboxError(
    'INVALID',
    `The ${labelOf(self)} would be part of a chain of ${below + above.length} references${from}, and evaluations follow at most ${MOST_STEPS}: refer to records with fewer references`,
    { fieldErrors: { [place]: [problem('error.reference.chain', MOST_STEPS)] } },
  )
}
