/** Parses OpenAPI documents, without the rest of the core, so that a worker thread for this starts fast. */

export { readOpenApi } from '../gateway/import-openapi/read-openapi.ts'
export type { DocumentLimits, OpenApiReading } from '../gateway/import-openapi/reading.ts'
export { SignalboxError } from '../machine/errors/errors.ts'
