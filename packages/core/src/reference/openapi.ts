import { errorCodes } from '../error-codes.ts'
import type { ErrorCode } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import type { Operation, Stream } from '../operation.ts'
import { isStream, mayOmitBody } from '../operation.ts'
import { importResult } from '../records/contract.ts'
import { KEPT_HEADER } from '../records/import-counts.ts'
import type { TSchema } from '../schema.ts'
import type { Slice } from '../slice.ts'
import { contractOf } from '../slice.ts'
import type { Listed } from '../walk.ts'
import { operations } from '../walk.ts'
import { comparePaths } from './compare-paths.ts'
import type { Components } from './components.ts'
import { collectComponents } from './components.ts'
import { describedPath } from './describe.ts'
import { documentDescribed } from './document-described.ts'
import { failuresOf } from './failures.ts'
import { namedIn } from './named.ts'
import { tagsOf } from './tags.ts'
import {
  answerHeader,
  answerHeaders,
  failure,
  headers,
  problemSchema,
  security,
  securitySchemes,
} from './vocabulary.ts'

/** The header of a document: what it says about the service. */
export interface DocumentInfo {
  /** @default 'Signalbox' */
  readonly title?: string
  /** The version of the service. */
  readonly version: string
  /** The URL of the service. @default '/', the origin of the document */
  readonly serverUrl?: string
  /** The header that carries the id of an api key. @default 'Service-Client-Id' */
  readonly clientIdHeader?: string | undefined
  /** The header that carries the secret of an api key. @default 'Service-Client-Secret' */
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
    tags: Object.entries({ ...tags, reference: 'What the service says of itself' }).map(([name, description]) => ({
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

function toOperation(operation: Operation, variants: readonly Listed[], components: Components): JsonObject {
  const { summary, access, body } = operation
  return {
    summary,
    description: [summary, ...variants.map(({ operation }) => operation.summary), whoMay(operation)]
      .join('. ')
      .concat('.'),
    ...(access === 'open' && { security: [] }),
    parameters: [
      ...parametersOf(operation, variants, components),
      ...headersOf(operation).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(body && { requestBody: { required: !mayOmitBody(operation), content: bodyOf(operation, body, components) } }),
    responses: { ...answersOf(operation, variants, components), ...failuresByStatus(operation) },
  }
}

function whoMay({ access }: Operation): string {
  if (access === 'open') return 'Open to all'
  if (access === 'authenticated') return 'For every known caller'
  if (access === 'admin') return 'For admins'
  const { domain, right, or } = access
  return `Takes the right ${right}${or ? ` or ${or}` : ''} in the domain ${domain}`
}

/** Path parameters, then query parameters. A query fixed by a variant becomes a value of its parameter. */
function parametersOf(
  { params = {}, query }: Operation,
  variants: readonly Listed[],
  { refer }: Components,
): JsonObject[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  const fixed = variants.flatMap(({ operation: { path, summary } }) =>
    [...new URLSearchParams(path.slice(path.indexOf('?')))].map(([name, value]) => ({
      name,
      in: 'query',
      description: `\`${value}\`: ${summary}`,
      schema: { type: 'string', enum: [value] },
    })),
  )
  return [
    ...Object.entries(params).map(([name, schema]) => parameter('path', name, refer(schema), true)),
    ...Object.entries(properties).map(([name, schema]) =>
      parameter('query', name, refer(schema), required.includes(name)),
    ),
    ...fixed,
  ]
}

const parameter = (
  place: 'path' | 'query',
  name: string,
  { description, ...schema }: JsonObject,
  required: boolean,
) => ({
  name,
  in: place,
  ...(description !== undefined && { description }),
  ...(required && { required }),
  schema,
})

/** The headers that an operation reads. */
function headersOf({
  method,
  conditional,
  revalidates,
  moves,
  idempotent,
  response,
}: Operation): (keyof typeof headers)[] {
  if (isStream(response)) return response.encoding === 'sse' ? ['LastEventId'] : []
  if (idempotent) return ['IdempotencyKey']
  if (revalidates) return ['IfNoneMatch']
  if (!conditional) return []
  return method !== 'GET' ? ['IfMatch'] : moves ? [] : ['IfNoneMatch']
}

function bodyOf({ accepts = [], raw }: Operation, body: TSchema | Stream, components: Components): JsonObject {
  if (isStream(body)) return contentOf(body, components)
  const schema = components.refer(body)
  const types = raw ? Object.keys(raw) : ['application/json', ...accepts]
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

const mediaTypes = { ndjson: 'application/nd-json', sse: 'text/event-stream' } as const

const shapes = {
  ndjson: 'One JSON value a line, each as `contentSchema` says',
  sse: 'Frames with the lines `id` and `data`; the data of each is JSON as `contentSchema` says',
} as const

/** The content of a body. A stream is text; its `contentSchema` describes the items. */
function contentOf(body: TSchema | Stream, { refer }: Components): JsonObject {
  if (!isStream(body)) return { 'application/json': { schema: refer(body) } }
  const { encoding, items } = body
  const schema = {
    type: 'string',
    description: shapes[encoding],
    contentMediaType: 'application/json',
    contentSchema: refer(items),
  }
  return { [mediaTypes[encoding]]: { schema } }
}

function answersOf(operation: Operation, variants: readonly Listed[], components: Components): JsonObject {
  const { status = 200, statusWith = {}, response, summary, conditional, revalidates, moves, method } = operation
  const all = [response, ...variants.map(({ operation: { response } }) => response)]
  const content =
    variants.length === 0
      ? contentOf(response, components)
      : { 'application/json': { schema: { anyOf: all.map((schema) => components.refer(schema as TSchema)) } } }
  const etag = (conditional || revalidates) && {
    headers: { ETag: answerHeader(conditional ? 'ETag' : 'AnswerETag') },
  }
  const kept = response === importResult && { headers: { [KEPT_HEADER]: answerHeader('ImportKept') } }
  return {
    ...Object.fromEntries(
      [status, ...Object.values(statusWith)].map((one) => [one, { description: summary, ...etag, ...kept, content }]),
    ),
    ...(((conditional && method === 'GET' && !moves) || revalidates) && {
      304: { description: 'Not Modified', ...etag },
    }),
  }
}

const failuresByStatus = (operation: Operation): JsonObject =>
  Object.fromEntries(
    failuresOf(operation).map((code) => [errorCodes[code].status, { $ref: `#/components/responses/${code}` }]),
  )
