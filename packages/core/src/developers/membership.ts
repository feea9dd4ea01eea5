import type { Write } from '../machine/records/commit.ts'
import type { Change, Reads } from '../ports.ts'
import { type Application, applications, type StoredApplication } from './application.ts'
import { developers } from './developer.ts'

/** Index of applications by member: one key `<developer>/<application>` each. */
const MEMBERS = 'application-members'
/**
 * Collection of one record for each consumer, written whenever the consumer becomes a member of an application. Who relies on
 * all applications of a consumer checks its version.
 */
const GATES = 'developer-gates'

const idsOf = (application: Pick<Application, 'members'> | undefined): readonly string[] =>
  application?.members?.map(({ developer }) => developer) ?? []

/** The changes that index the members of an application. `next` is `undefined` if it is deleted. */
export function membershipChanges(
  id: string,
  next: Pick<Application, 'members'> | undefined,
  current: Pick<Application, 'members'> | undefined,
): Change[] {
  const [after, before] = [idsOf(next), idsOf(current)]
  const added = after.filter((one) => !before.includes(one))
  const gone = before.filter((one) => !after.includes(one))
  return [
    ...added.flatMap((one): Change[] => [
      { op: 'put', collection: MEMBERS, key: `${one}/${id}`, value: true },
      { op: 'put', collection: GATES, key: one, value: true },
    ]),
    ...gone.map((one): Change => ({ op: 'delete', collection: MEMBERS, key: `${one}/${id}` })),
  ]
}

/** Checks that consumers who become members exist. Returns the ids of others. */
export async function checkNewMembers(
  store: Reads,
  next: Pick<Application, 'members'>,
  current: Pick<Application, 'members'> | undefined,
): Promise<{ readonly missing: readonly string[]; readonly checks: readonly Change[] }> {
  const before = idsOf(current)
  const added = idsOf(next).filter((one) => !before.includes(one))
  const found = await Promise.all(added.map((one) => store.get(developers.plural, one)))
  return {
    missing: added.filter((_, i) => !found[i]),
    checks: added.flatMap((key, i): Change[] => {
      const version = found[i]?.version
      return version === undefined ? [] : [{ op: 'check', collection: developers.plural, key, expected: version }]
    }),
  }
}

/** The ids of the applications of a consumer. */
export async function applicationsOf(store: Reads, developer: string): Promise<readonly string[]> {
  const ids: string[] = []
  for await (const { key } of store.scan(MEMBERS, { where: [`${developer}/*`] }))
    ids.push(key.slice(developer.length + 1))
  return ids
}

/** A stored application with its version. */
export interface LoadedApplication {
  readonly record: StoredApplication
  readonly version: string
}

/** Finds a stored application; `undefined` if it does not exist. */
export async function findApplication(store: Reads, id: string): Promise<LoadedApplication | undefined> {
  const entry = await store.get(applications.plural, id)
  return entry && { record: entry.value as StoredApplication, version: entry.version }
}

/** The applications of a consumer as they are stored, in the order of their ids. */
export async function loadApplicationsOf(store: Reads, developer: string): Promise<readonly LoadedApplication[]> {
  const ids = await applicationsOf(store, developer)
  const found = await Promise.all(ids.map((id) => findApplication(store, id)))
  return found.filter((one) => one !== undefined)
}

/** The gate of a consumer: a check or a write of it fails if the consumer has become a member meanwhile. */
export async function gateOf(store: Reads, developer: string) {
  const gate = await store.get(GATES, developer)
  const expected = gate?.version ?? null
  const at = { collection: GATES, key: developer }
  return {
    /** Closes the gate for good. */
    drop: (gate ? { op: 'delete', ...at, expected: gate.version } : { op: 'check', ...at, expected: null }) as Change,
    /** Lets through one of several writers at once. */
    pass: { op: 'put', ...at, value: true, expected } as Change,
    check: { op: 'check', ...at, expected } as Change,
  }
}

/** The change that writes an application again. */
export const putApplication = (next: StoredApplication, { record, version }: LoadedApplication): Write => ({
  op: 'put',
  collection: applications.plural,
  key: next.id,
  value: next,
  expected: version,
  was: record,
})
