import { problem, SignalboxError } from '../../machine/errors/errors.ts'
import { canonicalJson } from '../../machine/json/canonical-json.ts'
import { withSchemaDefaults } from '../../machine/records/defaults.ts'
import { digest } from '../../machine/secrets/secret.ts'
import type { Reads } from '../../ports.ts'
import { type ApiDefinition, apiDefinitionSchema, apis } from '../apis/api.ts'
import type { ImportedApi } from '../import-openapi/reading.ts'

/** Collection of drafts: one record for each API, under its id. */
export const DRAFTS = 'api-drafts'

/** A stored draft: the proposed API, secrets included, and digests of the API that it was made from. */
export interface Draft {
  readonly api: ApiDefinition
  /** The digest of each member of the saved API when the draft was made. */
  readonly base: Readonly<Record<string, string>>
  /** The OpenAPI document imported into the draft. The API follows it once the draft is published. */
  readonly imported?: DraftImport
}

/** An OpenAPI document imported into a draft, and its content under the ids of the API. */
export interface DraftImport {
  readonly sha256: string
  readonly base: ImportedApi
}

/** A draft with its record version. */
export interface LoadedDraft {
  readonly draft: Draft
  readonly version: string
}

/** Finds the draft of an API; `undefined` if it has none. */
export async function findDraft(store: Reads, id: string): Promise<LoadedDraft | undefined> {
  const found = await store.get(DRAFTS, id)
  return found && { draft: found.value as Draft, version: found.version }
}

/** Members that change without an edit. They do not count as changes of the saved API. */
const lived: ReadonlySet<string> = new Set(['state', 'versions', 'deprecated_at'])

/** The digests that a draft keeps of the saved API: one for each member as stored. */
export const baseOf = (stored: ApiDefinition): Draft['base'] =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => (lived.has(name) ? [] : [[name, digest(canonicalJson(value))]])),
  )

/** The members of the saved API that have changed since the draft was made. */
export async function movedMembers(store: Reads, id: string, { base }: Draft): Promise<string[]> {
  const stored = (await store.get(apis.plural, id))?.value as ApiDefinition
  const unsent = baseOf(withSchemaDefaults(apiDefinitionSchema, {} as ApiDefinition))
  const [before, now] = [base, baseOf(stored)].map((one) => ({ ...unsent, ...one })) as [Draft['base'], Draft['base']]
  return Object.keys({ ...now, ...before }).filter((name) => now[name] !== before[name])
}

/**
 * Throws CONFLICT, naming the members, if the saved API has changed since the draft was made: publishing the draft
 * would undo those changes.
 */
export async function checkBase(store: Reads, id: string, draft: Draft): Promise<void> {
  const members = await movedMembers(store, id, draft)
  if (members.length === 0) return
  throw new SignalboxError(
    'CONFLICT',
    `API ${id} has changed since its draft was made, in ${members.join(', ')}: publish with force=true to overwrite these changes, or delete the draft`,
    { errors: [problem('error.draft.moved', ...members)], members: { members } },
  )
}
