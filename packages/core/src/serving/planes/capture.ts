import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'

const headersSchema = Type.Array(object({ name: Type.String(), value: Type.String() }), {
  description: 'In the order in which they were sent. Secret values are `[redacted]`',
})

/** The schema of a captured body. */
export const bodySchema = object({
  bytes: Type.Integer({ minimum: 0, description: 'How many bytes passed' }),
  text: Type.Optional(Type.String({ description: 'The first 8 KiB. Secret values are `[redacted]`' })),
  cut: Type.Optional(Type.Boolean({ description: 'Whether there was more' })),
  omitted: Type.Optional(
    choice(['binary', 'encoded', 'unreadable'], {
      description:
        'Why there is no text. `encoded`: it has a content coding, such as gzip. `unreadable`: its secrets cannot be found',
    }),
  ),
})

/** A request and its response, without secrets. */
export const captureSchema = object({
  id: Type.String({ description: 'The id of the request: `X-Request-Id` of its response' }),
  time: Type.String({ description: 'When the request came, as ISO 8601 in UTC' }),
  api: Type.String({ description: 'The id of the API' }),
  route: Type.String({ description: 'The id of the route' }),
  method: Type.String(),
  host: Type.String(),
  path: Type.String({ description: 'The canonical path' }),
  query: Type.String({ description: 'With its `?`; empty if there is none. Secret values are `[redacted]`' }),
  status: Type.Integer({ description: 'The status that the client got; 499 if it left before' }),
  cause: Type.Optional(Type.String({ description: 'The id of the cause, if the gateway responded with an error' })),
  ms: Type.Integer({ description: 'Milliseconds from the request to the last byte' }),
  request: object({ headers: headersSchema, body: Type.Optional(bodySchema) }),
  response: object({ headers: headersSchema, body: Type.Optional(bodySchema) }),
})
/** A request and its response, without secrets. */
export type Capture = Static<typeof captureSchema>
/** A captured body, without secrets. */
export type CapturedBody = Static<typeof bodySchema>

/** A request and its response, and the data plane that captured them. */
export const listedCaptureSchema = object({
  plane: Type.String({ description: 'The id of the data plane' }),
  ...captureSchema.properties,
})
