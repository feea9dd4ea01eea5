import type { Caller } from '../callers/caller.ts'
import { may } from '../callers/caller.ts'
import { failure, problem } from '../errors.ts'
import type { Change, Store } from '../ports.ts'
import type { Along } from '../records/hooks.ts'
import type { ApiDefinition } from './api.ts'
import { backends } from './backend.ts'
import type { GatewayInstance } from './instance.ts'
import { checkReferences, storedBackendsOf } from './references.ts'

/** Who uses a stored backend: a key `<backend>/<API>/<place>` each. */
const USES = 'backend-uses'
/** One record a stored backend, written whenever someone begins to use it: by its version a delete knows that nobody has meanwhile. */
const GATES = 'backend-gates'

/** Where an API may use a stored backend: as it is saved, in its draft, in what serves. */
export type Place = 'saved' | 'draft' | 'served'

/**
 * Refuses an API whose references do not hold, and tells what goes with it into the store: that it uses stored backends from now
 * on, and others no more. `before` is what stands in that place now. The commit fails when one of them is deleted meanwhile.
 * Whoever writes may name the stored backends that they may read, and those that the API names already; all others are
 * unknown to them, whether they are there or not.
 */
export async function useBackends(
  { store, catalog }: Pick<GatewayInstance, 'store' | 'catalog'>,
  { next, before, place }: { next: ApiDefinition; before: readonly string[]; place: Place },
  caller: Caller,
): Promise<Change[]> {
  const named = storedBackendsOf(next, catalog)
  const mayName = async (id: string) =>
    may(caller, 'R', backends.domain, id) || (await isUsed(store, id, next.id as string))
  const found = await Promise.all(
    named.map(
      async (id) => [id, (await mayName(id)) ? (await store.get(backends.plural, id))?.version : undefined] as const,
    ),
  )
  const usable = new Set(found.flatMap(([id, version]) => (version === undefined ? [] : [id])))
  checkReferences(next, { usable, catalog })
  const begun = found
    .filter(([id]) => !before.includes(id))
    .flatMap(([id, version]): Change[] => [
      { op: 'check', collection: backends.plural, key: id, expected: version as string },
      { op: 'put', collection: GATES, key: id, value: true },
      { op: 'put', collection: USES, key: keyOf(id, next.id as string, place), value: true },
    ])
  return [
    ...begun,
    ...forgetBackends(
      next.id as string,
      place,
      before.filter((id) => !named.includes(id)),
    ),
  ]
}

/** Whether an API names a stored backend somewhere: as it is saved, in its draft, in what serves. */
async function isUsed(store: Store, id: string, api: string): Promise<boolean> {
  for await (const _ of store.scan(USES, { where: [keyOf(id, api, '*')], limit: 1 })) return true
  return false
}

/** That a place of an API uses these stored backends no more. */
export const forgetBackends = (api: string, place: Place, gone: readonly string[]): Change[] =>
  gone.map((id) => ({ op: 'delete', collection: USES, key: keyOf(id, api, place) }))

/** What goes with a stored backend that is deleted. CONFLICT while APIs use it, naming those that the caller may read. */
export async function releaseBackend(store: Store, id: string, caller: Caller): Promise<Along> {
  const gate = await store.get(GATES, id)
  const users = new Set<string>()
  for await (const { key } of store.scan(USES, { where: [keyOf(id, '*', '*')] })) users.add(key.split('/')[1] as string)
  if (users.size > 0) throw inUse(id, [...users], caller)
  return {
    changes: [
      gate
        ? { op: 'delete', collection: GATES, key: id, expected: gate.version }
        : { op: 'check', collection: GATES, key: id, expected: null },
    ],
  }
}

const keyOf = (backend: string, api: string, place: string): string => `${backend}/${api}/${place}`

function inUse(id: string, users: readonly string[], caller: Caller) {
  const known = users.filter((api) => may(caller, 'R', 'Api', api))
  const hidden = users.length - known.length
  const named = [...known, ...(hidden > 0 ? [`${hidden} more`] : [])]
  return failure(
    'CONFLICT',
    `backend ${id} is used by ${named.slice(0, 10).join(', ')}${named.length > 10 ? ' …' : ''}: give their routes another backend, in drafts and deployments too`,
    problem('error.backend.used', ...named),
  )
}
