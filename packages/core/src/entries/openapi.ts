/** Reading OpenAPI documents, and nothing else of the core: a thread that does only this starts soon. */
export { SignalboxError } from '../errors.ts'
export { readOpenApi } from '../gateway/import-openapi/read-openapi.ts'
export type { DocumentLimits, OpenApiReading } from '../gateway/import-openapi/reading.ts'
