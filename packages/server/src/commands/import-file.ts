import { readFile } from 'node:fs/promises'
import type { Signalbox } from '@signalbox/core'
import { cannotBe } from '../files/files.ts'

/**
 * Imports an OpenAPI document from a JSON or YAML file (by its extension), and returns lines that describe the result.
 */
export async function importOpenApiFile(box: Signalbox, path: string): Promise<string[]> {
  const mediaType = /\.json$/i.test(path) ? 'application/json' : 'application/yaml'
  const {
    id,
    name,
    version,
    routes = [],
    backends = [],
    warnings = [],
  } = await box.apis.importOpenApi({
    body: { mediaType, bytes: await readFile(path).catch(cannotBe('read', path, documentWanted)) },
  })
  const methods = Math.max(0, ...routes.map(({ frontend }) => frontend?.methods?.[0]?.length ?? 0))
  return [
    `API ${id}: ${name}, version ${version}, in staging`,
    ...routes.map(({ id, frontend }) => {
      const [method = ''] = frontend?.methods ?? []
      return `  ${method.padEnd(methods)} ${frontend?.paths?.[0]}  (${id})`
    }),
    ...backends.map(({ id, backend }) => {
      const targets = backend?.targets?.map(
        ({ hostname, port, tls }) => `${tls ? 'https' : 'http'}://${hostname}:${port}`,
      )
      return `  backend ${id}: ${targets?.join(', ') || 'no target'}, below ${backend?.root}`
    }),
    `${routes.length} routes, ${backends.length} backends, ${warnings.length} warnings`,
    ...warnings.map(({ pointer, message }) => `  ${pointer}: ${message}`),
  ]
}

const documentWanted = 'name an OpenAPI document in JSON or YAML'
