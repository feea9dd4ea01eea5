import { contentOf, shapeOf, textOf } from './content.ts'
import { pathOf } from './paths.ts'
import type { Documentation, Resource } from './site.ts'

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
  { resources = [], home }: Documentation,
  { address, readYaml }: DocumentReading,
): FirstDocument | undefined {
  const all: readonly Resource[] = home ? [...resources, home] : resources
  for (const resource of all) {
    if (shapeOf(resource) !== 'reference') continue
    const content = contentOf(resource)
    const text = content.kind === 'json' ? undefined : textOf(resource)
    const document = content.kind === 'json' ? content.json : (parsed(text) ?? readYaml?.(text ?? ''))
    const path = resource === home ? undefined : pathOf(resource)
    if (isObject(document) && !isTooDeep(document))
      return { openapi: withAddress(document, address), ...(path && { openapiPath: path }) }
  }
  return undefined
}

/** The deepest document that is shown. Records are less deep; a text may be deeper, and no writer of JSON could send it. */
const MOST_LEVELS = 500

function isTooDeep(document: Json): boolean {
  const seen = new Set<object>()
  let level: unknown[] = [document]
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null || seen.has(one)) continue
      seen.add(one)
      for (const child of Object.values(one)) if (typeof child === 'object') next.push(child)
    }
    if (next.length === 0) return false
    level = next
  }
  return true
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

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
