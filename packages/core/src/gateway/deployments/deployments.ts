import { canonicalJson } from '../../machine/json/canonical-json.ts'
import { digest } from '../../machine/secrets/secret.ts'
import type { Change, Reads } from '../../ports.ts'
import type { ApiDefinition, ApiDeployment } from '../apis/api.ts'

/** Collection of the deployment indexes: one record for each API, under its id. */
export const DEPLOYMENTS = 'api-deployments'
/**
 * Collection of deployed definitions, under `<API>/<SHA-256 of its canonical JSON>`: equal definitions are stored once.
 */
const DEFINITIONS = 'api-definitions'

/** How many deployments are kept for each API. */
export const DEPLOYMENTS_KEPT = 50

/** An entry of the index: a deployment that refers to its definition by digest. */
export interface DeploymentEntry extends Omit<ApiDeployment, 'apiDefinition'> {
  readonly definition: string
}

/** The deployments of an API, newest first, and the data that outlives dropped deployments. */
export interface DeploymentIndex {
  readonly entries: readonly DeploymentEntry[]
  /** Every version that was ever deployed, ordered by its first deployment. */
  readonly versions: readonly string[]
  /** The stored records that the newest definition names, as `namedRecordsOf` lists them. */
  readonly backends: readonly string[]
}

const none: DeploymentIndex = { entries: [], versions: [], backends: [] }

/** An index with its record version; `null` if nothing is stored. */
export interface LoadedIndex {
  readonly index: DeploymentIndex
  readonly version: string | null
}

/** Loads the deployment index of an API; an empty one if it was never deployed. */
export async function loadIndex(store: Reads, id: string): Promise<LoadedIndex> {
  const found = await store.get(DEPLOYMENTS, id)
  return { index: (found?.value as DeploymentIndex | undefined) ?? none, version: found?.version ?? null }
}

/** Loads the definition of a deployment, secrets included; `undefined` if it was dropped in the meantime. */
export async function loadDefinition(store: Reads, { apiRef, definition }: DeploymentEntry) {
  return (await store.get(DEFINITIONS, placeOf(apiRef, definition)))?.value as ApiDefinition | undefined
}

/** The deployment without its definition, as lists and events show it. */
export const summaryOf = ({ definition: _definition, ...deployment }: DeploymentEntry): ApiDeployment => deployment

/** The digest under which a definition is stored. It ignores the order of members. */
export const digestOf = (definition: ApiDefinition): string => digest(canonicalJson(definition))

/**
 * Prepends deployments to an index and drops the oldest beyond `DEPLOYMENTS_KEPT`. `backends` are the stored
 * records that the newest deployment names. Pure.
 */
export function withDeployments(
  index: DeploymentIndex,
  added: readonly DeploymentEntry[],
  backends: readonly string[] = index.backends,
): DeploymentIndex {
  const entries = [...added, ...index.entries].slice(0, DEPLOYMENTS_KEPT)
  const versions = [...new Set([...index.versions, ...added.toReversed().map(({ version }) => version)])]
  return { entries, versions, backends }
}

/**
 * The changes that replace an index: the index itself, new definitions, and the removal of definitions without a
 * deployment.
 */
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

/** The changes that delete all deployments of an API. */
export const forgetDeployments = (id: string, { version }: LoadedIndex): Change[] => [
  version === null
    ? { op: 'check', collection: DEPLOYMENTS, key: id, expected: null }
    : { op: 'delete', collection: DEPLOYMENTS, key: id, expected: version },
  { op: 'deletePrefix', collection: DEFINITIONS, prefix: placeOf(id, '') },
]

const placeOf = (api: string, name: string): string => `${api}/${name}`
