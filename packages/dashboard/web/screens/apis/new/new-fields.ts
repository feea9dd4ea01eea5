import type { OpenApiDocument } from '../../api/import/openapi-document.ts'
import { apiIdProblem } from './api-id.ts'
import { firstBackend } from './first-backend.ts'

/** How a new API begins. */
export type Way = 'nothing' | 'document' | 'copy'

/** What the user typed for a new API. Empty texts were left out. */
export interface NewFields {
  readonly id: string
  readonly name: string
  readonly domain: string
  readonly context_path: string
  /** The address of its first backend. */
  readonly backend: string
  /** The API that is duplicated. */
  readonly source: string
  /** The OpenAPI document that is imported. */
  readonly document?: OpenApiDocument | undefined
}

/** The members whose fields have a problem. */
export type FieldProblems = Partial<Record<keyof NewFields, string>>

/** What the page knows of APIs. */
interface Known {
  isThere(id: string): boolean
  mayCreate(id: string): boolean
}

/** What is wrong with the fields of a way. */
export function fieldProblems(way: Way, fields: NewFields, { isThere, mayCreate }: Known): FieldProblems {
  const { id, context_path, backend, source, document } = fields
  const first = firstBackend(backend)
  const idIsWrong = isThere(id)
    ? `An API named ${id} already exists.`
    : (apiIdProblem(id) ?? (mayCreate(id) ? undefined : 'You can’t create an API with this id.'))
  return {
    ...(idIsWrong !== undefined && { id: idIsWrong }),
    ...(/^(\/|$)/.test(context_path.trim()) ? {} : { context_path: 'A context path begins with /, such as /billing.' }),
    ...(way === 'nothing' && 'problem' in first && { backend: first.problem }),
    ...(way === 'copy' && !isThere(source) && { source: 'Choose the API to duplicate.' }),
    ...(way === 'document' && !document && { document: 'Choose a file, or paste a document.' }),
  }
}

/** The members of a new API that were filled in. */
export function membersOf({ name, domain, context_path }: NewFields) {
  const typed = { name: name.trim(), domain: domain.trim(), context_path: context_path.trim() }
  return {
    ...(typed.name !== '' && { name: typed.name }),
    ...(typed.domain !== '' && { domain: typed.domain }),
    ...(typed.context_path !== '' && { context_path: typed.context_path }),
  }
}
