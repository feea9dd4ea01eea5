import { canonicalJson } from '../canonical-json.ts'
import { problem, SignalboxError } from '../errors.ts'
import type { Store } from '../ports.ts'
import { withSchemaDefaults } from '../records/defaults.ts'
import { digest } from '../secret.ts'
import type { ApiDefinition } from './api.ts'
import { apiDefinitionSchema, apis } from './api.ts'
import type { ImportedApi } from './import-openapi/reading.ts'

/** Drafts of APIs, one record each, under the API's id. */
export const DRAFTS = 'api-drafts'

/** A draft as it is stored: the API it proposes, secrets included, and what the saved one was when it was begun. */
export interface Draft {
  readonly api: ApiDefinition
  /** The digest of each member of the saved API that the draft was made from. */
  readonly base: Readonly<Record<string, string>>
  /** The document that was imported into the draft: the API follows it once the draft is published. */
  readonly imported?: DraftImport
}

/** A document that was imported into a draft, and what it said under the ids of the API. */
export interface DraftImport {
  readonly sha256: string
  readonly base: ImportedApi
}

/** A draft and the version that it is stored with. */
export interface LoadedDraft {
  readonly draft: Draft
  readonly version: string
}

/** The draft of an API; `undefined` when the saved API is its own. */
export async function findDraft(store: Store, id: string): Promise<LoadedDraft | undefined> {
  const found = await store.get(DRAFTS, id)
  return found && { draft: found.value as Draft, version: found.version }
}

/** What moves by itself, or belongs to the life of the saved API: no draft is made of it. */
const lived: ReadonlySet<string> = new Set(['state', 'versions'])

/** What a draft remembers of the saved API, as it is stored: a digest a member. */
export const baseOf = (stored: ApiDefinition): Draft['base'] =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([name, value]) => (lived.has(name) ? [] : [[name, digest(canonicalJson(value))]])),
  )

/** The members of the saved API that have changed since a draft was made from it. */
export async function movedMembers(store: Store, id: string, { base }: Draft): Promise<string[]> {
  const stored = (await store.get(apis.plural, id))?.value as ApiDefinition
  const unsent = baseOf(withSchemaDefaults(apiDefinitionSchema, {} as ApiDefinition))
  const [before, now] = [base, baseOf(stored)].map((one) => ({ ...unsent, ...one })) as [Draft['base'], Draft['base']]
  return Object.keys({ ...now, ...before }).filter((name) => now[name] !== before[name])
}

/** Refuses a draft whose base has moved (CONFLICT, naming the members), so that what was saved meanwhile is not undone. */
export async function checkBase(store: Store, id: string, draft: Draft): Promise<void> {
  const members = await movedMembers(store, id, draft)
  if (members.length === 0) return
  throw new SignalboxError(
    'CONFLICT',
    `API ${id} has changed since its draft was made, in ${members.join(', ')}: publish with force=true when the draft has what is needed of it, or delete the draft`,
    { errors: [problem('error.draft.moved', ...members)], members: { members } },
  )
}
