import { etagOf } from '@signalbox/client'
import { api } from '../../../calls/api.ts'
import type { Writing } from '../../../saving/editing-ports.ts'
import { bodyOf, type OpenApiDocument } from './openapi-document.ts'

/** What an import makes, or would make, of an API. */
export type Imported = Awaited<ReturnType<typeof api.apis.importOpenApi>>

/** Where a document goes. */
export interface ImportInto {
  readonly into: string
  /** Whether only the draft changes, until it is published. */
  readonly draft: boolean
}

/** What an import would change, and the tag of what it was compared with. */
export interface ImportPlan {
  readonly plan: Imported
  readonly tag: string | undefined
  /** Whether there is a draft that the import leaves as it is. */
  readonly hasOtherDraft: boolean
}

/** Asks what an import would change. The tag is read first: if the API changes meanwhile, the import is rejected. */
export async function planImport(
  document: OpenApiDocument,
  { into, draft }: ImportInto,
  signal: AbortSignal,
): Promise<ImportPlan> {
  // Without a draft, the draft of an API is the API itself.
  const [edited, other] = await Promise.all([
    (draft ? api.apis.draft : api.apis).get({ id: into }, { signal }),
    draft ? undefined : api.apis.draft.get({ id: into }, { signal }),
  ])
  const tag = etagOf(edited)
  const plan = await api.apis.importOpenApi({ into, draft, dryRun: true, body: bodyOf(document) }, { signal })
  return { plan, tag, hasOtherDraft: other !== undefined && etagOf(other) !== tag }
}

/** Imports a document as it was planned. Rejects with PRECONDITION_FAILED if the API changed since. */
export const takeImport = (document: OpenApiDocument, { into, draft }: ImportInto, options: Writing) =>
  api.apis.importOpenApi({ into, draft, body: bodyOf(document) }, options)
