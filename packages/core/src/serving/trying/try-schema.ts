import { apiIdSchema } from '../../gateway/apis/api.ts'
import { segmentSchema } from '../../machine/keys/key.ts'
import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'

/** The most bytes of a request body (UTF-8). */
export const MOST_SENT = 256 * 1024
/** The most bytes of a response body. */
export const MOST_RECEIVED = 1024 * 1024

const values = (description: string) =>
  Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 100 })]), {
      maxProperties: 200,
      description,
    }),
  )

/** A call of an operation, as a consumer tries it. */
export const triedSchema = object({
  api: apiIdSchema,
  method: Type.String({ minLength: 1, maxLength: 40, description: 'The method of the operation' }),
  path: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'The path of the operation as the OpenAPI document has it, such as `/invoices/{id}`',
  }),
  parameters: Type.Optional(
    object({
      path: values('By name. All parameters of the path are required'),
      query: values('By name. Parameters that the operation does not declare are ignored'),
      header: values(
        'By name. Ignored: headers that the operation does not declare, `Host`, `Cookie`, `Authorization`, `Gateway-…` and headers of the connection',
      ),
    }),
  ),
  body: Type.Optional(Type.String({ description: 'At most 256 KiB' })),
  content_type: Type.Optional(
    Type.String({
      maxLength: 200,
      format: 'header value',
      description: 'The media type of the body. Absent: the first one that the operation declares',
    }),
  ),
  subscription: segmentSchema,
})
/** A call of an operation, as a consumer tries it. */
export type Tried = Static<typeof triedSchema>

/** The response to a call that a consumer tried. */
export const trialSchema = object({
  status: Type.Integer(),
  headers: Type.Array(object({ name: Type.String(), value: Type.String() }), {
    description: 'In the order of the response. A name may come more than once',
  }),
  body: Type.String(),
  encoding: choice(['text', 'base64'], { description: '`base64` if the body is not text in UTF-8' }),
  ms: Type.Integer({ description: 'Milliseconds from the request to the last byte' }),
  cause: Type.Optional(
    Type.String({ description: 'The id of the cause, if the gateway itself responded with an error' }),
  ),
})
/** The response to a call that a consumer tried. */
export type Trial = Static<typeof trialSchema>
