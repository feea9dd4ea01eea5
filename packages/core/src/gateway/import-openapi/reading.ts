import type { ApiBackend } from '../backend.ts'
import type { ImportWarning } from '../compile/warn.ts'
import type { ApiRoute } from '../route.ts'

/** What of an API is in a document. */
export interface ImportedApi {
  readonly name: string
  readonly description?: string
  readonly version: string
  readonly domain?: string
  readonly context_path?: string
  readonly routes: readonly ApiRoute[]
  readonly backends: readonly ApiBackend[]
}

/** What becomes of a document, and what of it does not: warnings have JSON pointers into the document. */
export interface OpenApiImport {
  readonly api: ImportedApi
  readonly warnings: readonly ImportWarning[]
}

/** The most bytes that an OpenAPI document may have. */
export interface DocumentLimits {
  /** As JSON. @default 16777216 */
  readonly json: number
  /** As YAML, which takes longer to read. @default 4194304 */
  readonly yaml: number
}

/** What an upload of an OpenAPI document says. */
export interface OpenApiReading extends OpenApiImport {
  /** What stands beside the document, unchecked. */
  readonly options: Readonly<Record<string, unknown>>
  /** The document as JSON. */
  readonly text: string
  /** SHA-256 of that text, in hexadecimal. */
  readonly sha256: string
}

/**
 * Reads an upload of an OpenAPI document: a body as it came, or a value. Reject as `readOpenApi` of the core throws; where there are threads,
 * run that in one of them, so that a large document holds up nobody.
 */
export type ReadOpenApi = (body: unknown, limits: DocumentLimits, signal?: AbortSignal) => Promise<OpenApiReading>
