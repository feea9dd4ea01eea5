import { asOpenApi, isObject, openApiCandidates } from '@signalbox/core/gateway'
import { pathOf } from './paths.ts'
import type { Documentation } from './site.ts'

type Json = Readonly<Record<string, unknown>>

/** A document, and the path of its resource. */
export interface FirstDocument {
  readonly openapi: Json
  readonly openapiPath?: readonly string[]
}

/** How the document of an API is read. */
export interface DocumentReading {
  /** The address of the gateway. */
  readonly address: string | undefined
  readonly readYaml?: (text: string) => unknown
}

/**
 * The first OpenAPI document of a documentation, with the address of the gateway in place of its servers; `undefined` if there is
 * none.
 */
export function firstDocument(
  documentation: Documentation,
  { address, readYaml }: DocumentReading,
): FirstDocument | undefined {
  for (const one of openApiCandidates(documentation)) {
    const document = asOpenApi('json' in one ? one.json : readYaml?.(one.yaml))
    const path = one.resource === documentation.home ? undefined : pathOf(one.resource)
    if (document) return { openapi: withAddress(document, address), ...(path && { openapiPath: path }) }
  }
  return undefined
}

/** A document that leads to the gateway alone. Without an address it names no server, since the servers of the owner are backends. */
export function withAddress(document: Json, address: string | undefined): Json {
  const { servers: _servers, host: _host, basePath: _path, schemes: _schemes, paths, ...rest } = document
  const place = address === undefined ? {} : 'swagger' in document ? placeIn2(address) : { servers: [{ url: address }] }
  return { ...rest, ...place, ...(paths !== undefined && { paths: withoutServers(paths, 2) }) }
}

/** Version 2.0 has the parts of the address. */
function placeIn2(address: string): Json {
  const { host, pathname, protocol } = new URL(address)
  return { host, basePath: pathname, schemes: [protocol.slice(0, -1)] }
}

/** Paths and their operations may have servers of their own. */
const withoutServers = (value: unknown, depth: number): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, one]) =>
          name === 'servers' ? [] : [[name, depth > 0 ? withoutServers(one, depth - 1) : one]],
        ),
      )
    : value
