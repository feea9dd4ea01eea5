import type { ApiBackend } from '../backends/backend.ts'
import type { ImportWarning } from '../compile/warn.ts'
import type { ApiRoute } from '../routes/route.ts'

/** The part of an API that comes from a document. */
export interface ImportedApi {
  readonly name: string
  readonly description?: string
  readonly version: string
  readonly domain?: string
  readonly context_path?: string
  readonly routes: readonly ApiRoute[]
  readonly backends: readonly ApiBackend[]
}

/** The API made from a document, and warnings with JSON pointers into the document. */
export interface OpenApiImport {
  readonly api: ImportedApi
  readonly warnings: readonly ImportWarning[]
}

/** Size limits of an OpenAPI document in bytes. */
export interface DocumentLimits {
  /** For JSON. @default 16777216 */
  readonly json: number
  /** For YAML, which takes longer to parse. @default 4194304 */
  readonly yaml: number
}

/** A parsed upload of an OpenAPI document. */
export interface OpenApiReading extends OpenApiImport {
  /** The options beside the document, unchecked. */
  readonly options: Readonly<Record<string, unknown>>
  /** The document as JSON. */
  readonly text: string
  /** SHA-256 of that text, in hexadecimal. */
  readonly sha256: string
}

/**
 * Reads an uploaded OpenAPI document: the raw body or a value. Rejects with the errors that `readOpenApi` of this
 * package throws. Where threads are available, run `readOpenApi` in one, so that a large document does not block
 * others.
 */
export type ReadOpenApi = (body: unknown, limits: DocumentLimits, signal?: AbortSignal) => Promise<OpenApiReading>
