/** Reading OpenAPI documents, and nothing else of the core: a thread that does only this starts soon. */
export { SignalboxError } from '../../errors.ts'
export { readOpenApi } from './read-openapi.ts'
export type { DocumentLimits, OpenApiReading } from './reading.ts'
