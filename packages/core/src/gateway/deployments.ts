import { canonicalJson } from '../canonical-json.ts'
import type { Change, Store } from '../ports.ts'
import { digest } from '../secret.ts'
import type { ApiDefinition, ApiDeployment } from './api.ts'

/** Which deployments an API has: one record an API, under its id. */
export const DEPLOYMENTS = 'api-deployments'
/** What was deployed, under `<API>/<SHA-256 of its canonical JSON>`: the same definition is there once. */
const DEFINITIONS = 'api-definitions'

/** How many deployments of an API are kept. */
export const DEPLOYMENTS_KEPT = 50

/** A deployment as it is listed in the index: its definition by its digest. */
export interface DeploymentEntry extends Omit<ApiDeployment, 'apiDefinition'> {
  readonly definition: string
}

/** The deployments of an API, the newest first, and what outlives those that are dropped. */
export interface DeploymentIndex {
  readonly entries: readonly DeploymentEntry[]
  /** Every version that was ever deployed, in the order of their first deployments. */
  readonly versions: readonly string[]
  /** The stored backends that the newest definition uses. */
  readonly backends: readonly string[]
}

const none: DeploymentIndex = { entries: [], versions: [], backends: [] }

/** An index and the version that it is stored with. */
export interface LoadedIndex {
  readonly index: DeploymentIndex
  readonly version: string | null
}

/** What was deployed of an API so far. */
export async function loadIndex(store: Store, id: string): Promise<LoadedIndex> {
  const found = await store.get(DEPLOYMENTS, id)
  return { index: (found?.value as DeploymentIndex | undefined) ?? none, version: found?.version ?? null }
}

/** The definition of a deployment, secrets included; `undefined` for one that was dropped meanwhile. */
export async function loadDefinition(store: Store, { apiRef, definition }: DeploymentEntry) {
  return (await store.get(DEFINITIONS, placeOf(apiRef, definition)))?.value as ApiDefinition | undefined
}

/** A deployment without its definition, as lists and events have it. */
export const summaryOf = ({ definition: _definition, ...deployment }: DeploymentEntry): ApiDeployment => deployment

/** The name under which a definition is kept: it changes when anything in it does, but for the order of members. */
export const digestOf = (definition: ApiDefinition): string => digest(canonicalJson(definition))

/** An index with deployments before those that are there, and the stored backends that the newest uses; the oldest beyond what is kept go. Pure. */
export function withDeployments(
  index: DeploymentIndex,
  added: readonly DeploymentEntry[],
  backends: readonly string[] = index.backends,
): DeploymentIndex {
  const entries = [...added, ...index.entries].slice(0, DEPLOYMENTS_KEPT)
  const versions = [...new Set([...index.versions, ...added.toReversed().map(({ version }) => version)])]
  return { entries, versions, backends }
}

/** What writes an index in the place of another: itself, the definitions that are new, and the end of those that none refers to. */
export function indexChanges(
  id: string,
  { index: before, version }: LoadedIndex,
  { index, definitions }: { index: DeploymentIndex; definitions: ReadonlyMap<string, ApiDefinition> },
): Change[] {
  const kept = new Set(index.entries.map(({ definition }) => definition))
  const known = new Set(before.entries.map(({ definition }) => definition))
  const put = { op: 'put', collection: DEPLOYMENTS, key: id, value: index, expected: version } as const
  const written = [...definitions].flatMap(([name, value]): Change[] =>
    known.has(name) || !kept.has(name) ? [] : [{ op: 'put', collection: DEFINITIONS, key: placeOf(id, name), value }],
  )
  const dropped = [...known].flatMap((name): Change[] =>
    kept.has(name) ? [] : [{ op: 'delete', collection: DEFINITIONS, key: placeOf(id, name) }],
  )
  return [put, ...written, ...dropped]
}

/** What takes all deployments of an API away. */
export const forgetDeployments = (id: string, { version }: LoadedIndex): Change[] => [
  version === null
    ? { op: 'check', collection: DEPLOYMENTS, key: id, expected: null }
    : { op: 'delete', collection: DEPLOYMENTS, key: id, expected: version },
  { op: 'deletePrefix', collection: DEFINITIONS, prefix: placeOf(id, '') },
]

const placeOf = (api: string, name: string): string => `${api}/${name}`
