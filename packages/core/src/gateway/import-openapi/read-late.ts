import type { ReadOpenApi } from './reading.ts'

/**
 * Reads an uploaded OpenAPI document in this thread; the default of `createSignalbox`. The parser, including YAML, is
 * loaded with the first document. In worker threads use the function of the same name in `@signalbox/core/openapi`,
 * which is already loaded and synchronous.
 *
 * @example
 * const body = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/orders': { get: {} } } }
 * const { api, warnings } = await readOpenApi(body, { json: 16_777_216, yaml: 4_194_304 })
 */
export const readOpenApi: ReadOpenApi = async (body, limits) => {
  const { readOpenApi: read } = await import('./read-openapi.ts')
  return read(body, limits)
}
