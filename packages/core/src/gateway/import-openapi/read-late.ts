import type { ReadOpenApi } from './reading.ts'

/**
 * Reads an upload of an OpenAPI document, in this thread and in one go, as an instance does that is given nothing else. The reader, and YAML
 * with it, are loaded with the first document. `@signalbox/core/openapi` has the same function for threads, which does not wait for that.
 */
export const readOpenApi: ReadOpenApi = async (body, limits) => {
  const { readOpenApi: read } = await import('./read-openapi.ts')
  return read(body, limits)
}
