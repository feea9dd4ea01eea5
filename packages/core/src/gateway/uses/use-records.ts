import { checkConditions } from '../../conditions/check-conditions.ts'
import { type Caller, may } from '../../machine/callers/caller.ts'
import type { Change } from '../../ports.ts'
import { beginUse, endUse, isUsed, type UsagePlace } from '../../uses/api-uses.ts'
import type { ApiDefinition } from '../apis/api.ts'
import { audiencesOf } from '../apis/audiences-of.ts'
import { demandNamed } from '../apis/named-apis.ts'
import { checkReferences, storedBackendsOf } from '../apis/references.ts'
import { backends } from '../backends/backend.ts'
import type { GatewayInstance } from '../instance.ts'
import { namedRecordsOf, toNamed } from './named-records.ts'

/** Where an API names records, and what it names there. */
interface Use {
  readonly next: ApiDefinition
  /** The names that are recorded for this place (`namedRecordsOf`). */
  readonly before: readonly string[]
  readonly place: UsagePlace
}

/**
 * Checks the audiences and references of an API and returns the changes that record which stored records it names: backends, and the
 * features, segments, experiments and workflows of its plugins and audiences. Throws INVALID for invalid audiences and unresolved references, and FORBIDDEN if the API
 * newly names records on which the caller lacks rights. The commit fails if a newly named record is deleted in the
 * meantime. A caller can name the stored backends they may read and those the API already names; all others are
 * reported as unknown, whether they exist or not. The others need not exist.
 */
export async function useRecords(instance: Instance, use: Use, caller: Caller): Promise<Change[]> {
  const { next, before, place } = use
  await checkConditions(`API ${next.id}`, audiencesOf(next))
  await demandNamed(instance, next, caller)
  const begun = [...(await useBackends(instance, use, caller)), ...(await useOthers(instance, use))]
  const named = namedRecordsOf(next, instance.catalog)
  return [
    ...begun,
    ...forgetRecords(
      next.id as string,
      place,
      before.filter((name) => !named.includes(name)),
    ),
  ]
}

type Instance = Pick<GatewayInstance, 'store' | 'catalog' | 'referable'>

async function useBackends({ store, catalog }: Instance, { next, before, place }: Use, caller: Caller) {
  const api = next.id as string
  const mayName = async (id: string) =>
    may(caller, 'R', backends.domain, id) || (await isUsed(store, { kind: 'backend', id }, api))
  const found = await Promise.all(
    storedBackendsOf(next, catalog).map(
      async (id) => [id, (await mayName(id)) ? (await store.get(backends.plural, id))?.version : undefined] as const,
    ),
  )
  const usable = new Set(found.flatMap(([id, version]) => (version === undefined ? [] : [id])))
  checkReferences(next, { usable, catalog })
  return found
    .filter(([id]) => !before.includes(id))
    .flatMap(([id, version]): Change[] => [
      { op: 'check', collection: backends.plural, key: id, expected: version as string },
      ...beginUse({ kind: 'backend', id }, api, place),
    ])
}

/** Records features, segments, experiments and workflows. APIs of earlier versions name some that are not recorded yet. */
async function useOthers({ store, catalog, referable }: Instance, { next, before, place }: Use): Promise<Change[]> {
  const api = next.id as string
  const changes = namedRecordsOf(next, catalog).map(async (name): Promise<Change[]> => {
    const record = toNamed(name)
    if (record.kind === 'backend') return []
    if (before.includes(name)) return (await isUsed(store, record, api, place)) ? [] : beginUse(record, api, place)
    const { plural: collection } = referable[record.kind]
    const expected = (await store.get(collection, record.id))?.version ?? null
    return [{ op: 'check', collection, key: record.id, expected }, ...beginUse(record, api, place)]
  })
  return (await Promise.all(changes)).flat()
}

/** The changes that record that a place of an API no longer names these records (`namedRecordsOf`). */
export const forgetRecords = (api: string, place: UsagePlace, gone: readonly string[]): Change[] =>
  gone.map((name) => endUse(toNamed(name), api, place))
