import type { Caller } from '../../callers/caller.ts'
import { may } from '../../callers/caller.ts'
import { failure, problem } from '../../errors.ts'
import type { Change, Store } from '../../ports.ts'
import type { Along } from '../../records/hooks.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { demandNamed } from '../apis/named-apis.ts'
import { checkReferences, storedBackendsOf } from '../apis/references.ts'
import type { GatewayInstance } from '../instance.ts'
import { backends } from './backend.ts'

/** Collection of uses: one key `<backend>/<API>/<place>` for each place where an API uses a stored backend. */
const USES = 'backend-uses'
/**
 * Collection of one record for each stored backend, written by each new use. A delete checks its version to detect uses
 * that begin concurrently.
 */
const GATES = 'backend-gates'

/** Where an API can use a stored backend: in the saved API, its draft, or the served deployment. */
export type UsagePlace = 'saved' | 'draft' | 'served'

/**
 * Checks the references of an API and returns the changes that record which stored backends it uses. Throws INVALID for
 * unresolved references, and FORBIDDEN if the API names other APIs on which the caller lacks rights.
 * `before` are the stored backends recorded for this place. The commit fails if a newly used backend is deleted in the
 * meantime. A caller can name the stored backends they may read and those the API already names; all others are
 * reported as unknown, whether they exist or not.
 */
export async function useBackends(
  { store, catalog }: Pick<GatewayInstance, 'store' | 'catalog'>,
  { next, before, place }: { next: ApiDefinition; before: readonly string[]; place: UsagePlace },
  caller: Caller,
): Promise<Change[]> {
  await demandNamed(store, next, caller)
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

/** Whether an API uses a stored backend in any place. */
async function isUsed(store: Store, id: string, api: string): Promise<boolean> {
  for await (const _ of store.scan(USES, { where: [keyOf(id, api, '*')], limit: 1 })) return true
  return false
}

/** The changes that record that a place of an API no longer uses these stored backends. */
export const forgetBackends = (api: string, place: UsagePlace, gone: readonly string[]): Change[] =>
  gone.map((id) => ({ op: 'delete', collection: USES, key: keyOf(id, api, place) }))

/**
 * The changes that go with a deleted stored backend. Throws CONFLICT if APIs use it, naming those that the caller may
 * read.
 */
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
    `backend ${id} is used by ${named.slice(0, 10).join(', ')}${named.length > 10 ? ' …' : ''}: give their routes another backend first, in drafts and deployments too`,
    problem('error.backend.used', ...named),
  )
}
