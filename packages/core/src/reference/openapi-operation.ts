import { KEPT_HEADER } from '../machine/answers/import-counts.ts'
import type { Listed } from '../machine/calls/map-operations.ts'
import { errorCodes } from '../machine/errors/error-codes.ts'
import type { JsonObject } from '../machine/json/json.ts'
import { importResult } from '../machine/records/contract.ts'
import type { TSchema } from '../machine/schema/schema.ts'
import { OLDEST_HEADER } from '../machine/wire/oldest-header.ts'
import { isStream, mayOmitBody, type Operation, type Stream, takesReason } from '../operation.ts'
import type { Components } from './components.ts'
import { describeOperation } from './describe-operation.ts'
import { failuresOf } from './failures.ts'
import { answerHeader, type headers } from './vocabulary.ts'

/**
 * Describes an operation for an OpenAPI document. `variants` are the operations of the same path and method that differ
 * in a fixed query.
 */
export function toOperation(operation: Operation, variants: readonly Listed[], components: Components): JsonObject {
  const { summary, access, body } = operation
  return {
    summary,
    description: describeOperation(operation, variants),
    ...(access === 'open' && { security: [] }),
    parameters: [
      ...parametersOf(operation, variants, components),
      ...headersOf(operation).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    ],
    ...(body && { requestBody: { required: !mayOmitBody(operation), content: bodyOf(operation, body, components) } }),
    responses: { ...answersOf(operation, variants, components), ...failuresByStatus(operation) },
  }
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
const headersOf = (operation: Operation): (keyof typeof headers)[] => [
  ...ownHeadersOf(operation),
  ...(takesReason(operation) ? (['ChangeReason'] as const) : []),
]

function ownHeadersOf({
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
  ndjson: 'One JSON value a line, as described by `contentSchema`',
  sse: 'Frames with the lines `id` and `data`; the data is JSON, as described by `contentSchema`',
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
  const oldest = operation.tellsOldest && { headers: { [OLDEST_HEADER]: answerHeader('EventsOldest') } }
  return {
    ...Object.fromEntries(
      [status, ...Object.values(statusWith)].map((one) => [
        one,
        { description: summary, ...etag, ...kept, ...oldest, content },
      ]),
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
