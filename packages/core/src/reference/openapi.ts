import type { Writing } from '../machine/calls/description.ts'
import { operations } from '../machine/calls/map-operations.ts'
import type { ErrorCode } from '../machine/errors/errors.ts'
import type { JsonObject } from '../machine/json/json.ts'
import { contractOf, type Slice } from '../slice.ts'
import { collectComponents } from './components.ts'
import { describedPath } from './describe.ts'
import { documentDescribed } from './document-described.ts'
import { failuresOf } from './failures.ts'
import { namedIn } from './named.ts'
import { toOperation } from './openapi-operation.ts'
import { answerHeaders, failure, headers, problemSchema, security, securitySchemes } from './vocabulary.ts'

/** The header of a document: what it says about the service. */
export interface DocumentInfo {
  /** @default 'Signalbox' */
  readonly title?: string
  /** The version of the service. */
  readonly version: string
  /** The URL of the service. @default '/', the origin of the document */
  readonly serverUrl?: string
  /** The header that carries the id of an API key. @default 'Service-Client-Id' */
  readonly clientIdHeader?: string | undefined
  /** The header that carries the secret of an API key. @default 'Service-Client-Secret' */
  readonly clientSecretHeader?: string | undefined
}

/**
 * Returns the OpenAPI 3.1 document of slices (`box.slices`), generated from the contract that the service runs.
 * Deterministic. Operations that differ only in a fixed query are merged into one.
 *
 * @example
 * const document = openApi(createSignalbox().slices, { version: '1.0.0', serverUrl: 'https://flags.example.com' })
 */
export function openApi(
  slices: readonly Slice[],
  { title = 'Signalbox', version, serverUrl = '/', clientIdHeader, clientSecretHeader }: DocumentInfo,
): JsonObject {
  const components = collectComponents(namedIn(slices))
  const listed = operations(contractOf(slices))
  const { tags, tagOf } = tagsOf(slices)
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const { name, operation } of listed.filter(({ operation }) => !operation.path.includes('?'))) {
    const variants = listed.filter(
      ({ operation: { method, path } }) => method === operation.method && path.startsWith(`${operation.path}?`),
    )
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        operationId: name.join('.'),
        tags: [tagOf(name)],
        ...toOperation(operation, variants, components),
      },
    }
  }
  for (const subject of [documentDescribed, ...slices.flatMap(({ described = [] }) => described)])
    for (const description of subject.descriptions)
      paths[description.path] = { get: describedPath(description, subject, components) }
  const codes = new Set<ErrorCode>(['NOT_ACCEPTABLE', ...listed.flatMap(({ operation }) => failuresOf(operation))])
  return {
    openapi: '3.1.1',
    info: {
      title,
      version,
      description: 'Feature flags, configuration, experiments, change events and the administration of an API gateway.',
      contact: { name: 'Signalbox' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries({ ...tags, reference: 'Descriptions of the service' }).map(([name, description]) => ({
      name,
      description,
    })),
    security,
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => comparePaths(a, b))),
    components: {
      schemas: { ...components.schemas(), Problem: problemSchema },
      responses: Object.fromEntries([...codes].map((code) => [code, failure(code)])),
      parameters: headers,
      headers: answerHeaders,
      securitySchemes: securitySchemes(clientIdHeader, clientSecretHeader),
    },
  }
}

/** Paths in the order in which readers look for them: lists and records, actions on one record, then on many. */
const order: readonly RegExp[] = [
  /^\/api\/[\w-]+$/, // list, create
  /^\/api\/[\w-]+\/{\w+}$/, // get, replace, patch, delete
  /^\/api\/[\w-]+\/{\w+}\/[^_]+$/, // for example check
  /^\/api\/[\w-]+\/{\w+}\//,
  /^(?!\/api\/counts\/)(?!.*\.ndjson$)/,
  /\.ndjson$/,
  /^/,
]

/** Compares two paths of a document: by purpose, then alphabetically. */
function comparePaths(one: string, other: string): number {
  const rank = (path: string): number => order.findIndex((kind) => kind.test(path))
  return rank(one) - rank(other) || (one < other ? -1 : 1)
}

/** The tags that group operations in documents. */
interface Tags {
  /** The description of each tag. */
  readonly tags: Readonly<Record<string, string>>
  /** The tag of an operation, by its name. */
  tagOf(name: readonly string[]): string
}

/** Collects the tags of slices. Operations without a tag of their own get the first one of their slice. */
function tagsOf(slices: readonly Pick<Slice, 'contract' | 'tags'>[]): Tags {
  const tags = Object.assign({}, ...slices.map((slice) => slice.tags)) as Record<string, string>
  const first = new Map(
    slices.flatMap((slice) => Object.keys(slice.contract).map((word) => [word, Object.keys(slice.tags)[0]] as const)),
  )
  return { tags, tagOf: ([word = '']) => (Object.hasOwn(tags, word) ? word : (first.get(word) ?? word)) }
}

/** A service: its slices and the header of its document. */
interface Documented {
  readonly slices: readonly Slice[]
  readonly info: DocumentInfo
}

/** Writes the operations of a service as an OpenAPI document. */
export const documentWriting: Writing<Documented, object> = {
  data: ({ slices, info }) => openApi(slices, info),
}
