import { digest } from '../access/secret.ts'
import { canonicalJson } from '../canonical-json.ts'
import { problem, SignalboxError } from '../errors.ts'
import type { Store } from '../ports.ts'
import type { ApiDefinition } from './api.ts'

/** Drafts of APIs, one record each, under the API's id. */
export const DRAFTS = 'api-drafts'

/** A draft as it is stored: the API it proposes, secrets included, and what the saved one was when it was begun. */
export interface Draft {
  readonly api: ApiDefinition
  /** The digest of each member of the saved API that the draft was made from. */
  readonly base: Readonly<Record<string, string>>
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

/** What a draft remembers of the saved API: a digest a member. */
export const baseOf = (saved: ApiDefinition): Draft['base'] =>
  Object.fromEntries(
    Object.entries(saved).flatMap(([name, value]) => (lived.has(name) ? [] : [[name, digest(canonicalJson(value))]])),
  )

/** The members of the saved API that are others than when a draft was made from it. */
export function movedMembers({ base }: Draft, saved: ApiDefinition): string[] {
  const now = baseOf(saved)
  return [...new Set([...Object.keys(now), ...Object.keys(base)])].filter((name) => now[name] !== base[name])
}

/** Refuses a draft whose base has moved (CONFLICT, naming the members), so that what was saved meanwhile is not undone. */
export function checkBase(id: string, draft: Draft, saved: ApiDefinition): void {
  const members = movedMembers(draft, saved)
  if (members.length === 0) return
  throw new SignalboxError(
    'CONFLICT',
    `API ${id} has changed since its draft was made, in ${members.join(', ')}: publish with force=true when the draft has what is needed of it, or delete the draft`,
    { errors: [problem('error.draft.moved', ...members)], members: { members } },
  )
}
