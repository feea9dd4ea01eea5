import { choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import { releaseSchema } from './explanation.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))

const requestSchema = object({
  kind: Type.Literal('request'),
  time: Type.String({ description: 'When the request came, as ISO 8601 in UTC' }),
  id: Type.String({ description: 'The id of the request: `X-Request-Id` of its response' }),
  trace: text('The id of its trace (W3C Trace Context)'),
  method: Type.String(),
  host: Type.String(),
  path: Type.String({ description: 'The canonical path' }),
  query: text('The query without credentials, if the access log has it'),
  status: Type.Integer({ description: 'The status that the client got; 499 if it left before' }),
  cause: text('The id of the cause, if the gateway responded with an error'),
  route: text('The id of the route. Absent: none matched'),
  api: text('The id of the API'),
  plan: text('The id of the plan of the consumer'),
  consumer: text('Who called'),
  denied: text('Why credentials were invalid that were not needed'),
  revision: Type.Integer({ description: 'What the data plane served then: the id of a change event' }),
  ms: Type.Integer({ description: 'Milliseconds from the request to the last byte' }),
  backendMs: count('Milliseconds until the head of the response of the backend'),
  attempts: count('How often a server was called'),
  target: text('The server that was called last, as `host:port`'),
  bytesIn: Type.Integer({ minimum: 0 }),
  bytesOut: Type.Integer({ minimum: 0 }),
  address: Type.String({ description: 'The address of the client, shortened as in the access log' }),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The headers that the access log has' }),
  ),
  overLimit: Type.Optional(Type.Boolean({ description: 'Whether a rate limit that only observes was exceeded' })),
  draft: Type.Optional(Type.Boolean({ description: 'Whether the route is a draft' })),
  releases: Type.Optional(
    Type.Array(releaseSchema, { description: 'What features and experiments decided, in their order' }),
  ),
})

const pluginSchema = object({
  kind: Type.Literal('plugin'),
  id: Type.String({ description: 'The id of the request, whose own line comes after the lines of its plugins' }),
  api: Type.String({ description: 'The id of the API' }),
  route: Type.String({ description: 'The id of the route' }),
  plugin: Type.String({ description: 'The id of the plugin' }),
  stage: Type.String({ description: 'The stage of the request, or `response`' }),
  ms: Type.Number({ description: 'How many milliseconds the plugin took' }),
  verdict: choice(['pass', 'refuse', 'answer', 'fail'], {
    description:
      '`pass`: the next plugin ran. `refuse`: it refused the request. `answer`: it responded itself. `fail`: it threw an error',
  }),
  cause: text('The id of the cause of a refusal'),
  status: count('The status of its response'),
})

const droppedSchema = object({
  kind: Type.Literal('dropped'),
  count: Type.Integer({ minimum: 1, description: 'How many lines were left out, since there were too many' }),
})

/** A line of the live tail: a request, a plugin of an API with `debug_flow`, or lines that were left out. */
export const tailEventSchema = Type.Union([requestSchema, pluginSchema, droppedSchema])
/** A line of the live tail: a request, a plugin of an API with `debug_flow`, or lines that were left out. */
export type TailEvent = Static<typeof tailEventSchema>

/** A line as a data plane tells it: also the backend that was called, if it is stored for all APIs. */
export type ToldTailEvent = TailEvent & {
  /** The id of the stored backend. */
  readonly stored?: string
}

/** Which requests a live tail has. Absent members select all. */
export const tailFilter = {
  api: Type.Optional(Type.String({ maxLength: 200, description: 'The id of an API' })),
  route: Type.Optional(Type.String({ maxLength: 400, description: 'The id of a route: `<api id>:<route id>`' })),
  status: Type.Optional(
    Type.String({ pattern: '^[1-5](xx|\\d\\d)$', description: 'A status, such as `502`, or a class, such as `5xx`' }),
  ),
  sample: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'The share of these requests, from 0 to 1', default: 1 }),
  ),
} as const

/** Which requests a live tail has. Absent members select all. */
export interface TailFilter {
  /** The id of an API. */
  readonly api?: string | undefined
  /** The id of a route. */
  readonly route?: string | undefined
  /** A status, such as `502`, or a class, such as `5xx`. */
  readonly status?: string | undefined
  /** The share of these requests, from 0 to 1. @default 1 */
  readonly sample?: number | undefined
  /** Whether the requests to an API may be seen; `undefined` stands for requests without a route. @default all */
  readonly sees?: (api: string | undefined) => boolean
  /** Whether the plugins of an API with `debug_flow` may be seen. @default all */
  readonly debugs?: (api: string) => boolean
}
