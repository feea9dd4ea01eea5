import { errorCodes } from '../machine/errors/error-codes.ts'
import type { ErrorCode } from '../machine/errors/errors.ts'
import type { JsonObject } from '../machine/json/json.ts'

/** The ways to authenticate. The names of the two headers are settings of the server. */
export const securitySchemes = (idHeader = 'Service-Client-Id', secretHeader = 'Service-Client-Secret') => ({
  basic: { type: 'http', scheme: 'basic', description: 'An API key: its id and its secret' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key, as `<id>:<secret>`' },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key, as `<id>:<secret>`' },
  clientId: {
    type: 'apiKey',
    in: 'header',
    name: idHeader,
    description: 'The id of an API key; requires `clientSecret`',
  },
  clientSecret: {
    type: 'apiKey',
    in: 'header',
    name: secretHeader,
    description: 'The secret of an API key; requires `clientId`',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'signalbox_session', description: 'The session of a user' },
  docBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'The user `doc`, with the access key of the descriptions as password',
  },
  docSecret: { type: 'apiKey', in: 'query', name: 'doc_secret', description: 'The access key of the descriptions' },
})

/** Alternatives for operations that require authentication; the most common one comes first. */
export const security = [
  { basic: [] },
  { bearer: [] },
  { apiKey: [] },
  { clientId: [], clientSecret: [] },
  { session: [] },
]

const header = (name: string, description: string, schema: JsonObject = { type: 'string' }) => ({
  name,
  in: 'header',
  description,
  schema,
})

/** Request headers. */
export const headers = {
  IfMatch: header('If-Match', 'Succeeds only if the record has one of these entity tags (separated by commas), or `*`'),
  IfNoneMatch: header('If-None-Match', 'Returns 304 if the record still has this entity tag'),
  LastEventId: header('Last-Event-Id', 'Replays the events after this one', { type: 'integer', minimum: 0 }),
  ChangeReason: header(
    'X-Change-Reason',
    'Why the change is made, for its events: one line of at most 500 characters, percent-encoded if it is not ASCII',
  ),
  IdempotencyKey: header('Idempotency-Key', 'Calls with the same key within 24 hours count once'),
} as const

/** Response headers. */
export const answerHeaders = {
  ETag: { description: 'The version of the record', schema: { type: 'string' } },
  AnswerETag: { description: 'Identifies the content of the response', schema: { type: 'string' } },
  EventsOldest: {
    description:
      'The timestamp of the oldest retained event, if `since` is earlier; absent if the log reaches back to it',
    schema: { type: 'string' },
  },
  ImportKept: {
    description: 'Number of lines left out because their record already exists',
    schema: { type: 'integer' },
  },
} as const

/** A reference to a response header. */
export const answerHeader = (name: keyof typeof answerHeaders) => ({ $ref: `#/components/headers/${name}` })

const problems = {
  type: 'array',
  items: {
    type: 'object',
    required: ['message', 'args'],
    properties: {
      message: { type: 'string', description: 'A stable code, such as `error.required`' },
      args: { type: 'array', items: { type: 'string' } },
    },
  },
}

/** The body of every error of the service (RFC 9457). */
export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail', 'errors', 'fieldErrors'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorCodes) },
    detail: { type: 'string', description: 'A sentence that says what is wrong and what to do' },
    errors: problems,
    fieldErrors: {
      type: 'object',
      additionalProperties: problems,
      description: 'Problems by JSON pointer into the body, or by parameter name',
    },
  },
}

/** The response for an error code. */
export const failure = (code: ErrorCode): JsonObject => {
  const { status, title } = errorCodes[code]
  const example = { type: 'about:blank', title, status, code, detail: `${title}.`, errors: [], fieldErrors: {} }
  return {
    description: title,
    ...(code === 'TOO_MANY_REQUESTS' && {
      headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
    }),
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, example } },
  }
}
