import { object, type Static, Type } from '../../machine/schema/schema.ts'
import { releaseSchema } from './explanation.ts'

/** How a data plane decided about a request that it has served. */
export const decisionSchema = object({
  id: Type.String({ description: 'The id of the request: `X-Request-Id` of its response' }),
  route: Type.Optional(
    Type.String({
      description: 'The id of the route; `hidden` if the caller may not read its API. Absent: none matched',
    }),
  ),
  api: Type.Optional(Type.String({ description: 'The id of the API' })),
  revision: Type.Integer({ description: 'What the data plane served then: the id of a change event' }),
  status: Type.Integer({ description: 'The status that the client got; 499 if it left before' }),
  cause: Type.Optional(Type.String({ description: 'The id of the cause, if the gateway responded with an error' })),
  plan: Type.Optional(Type.String({ description: 'The id of the plan of the consumer' })),
  consumer: Type.Optional(Type.String({ description: 'Who called' })),
  backend: Type.Optional(Type.String({ description: 'The id of the backend that the request was sent to' })),
  target: Type.Optional(Type.String({ description: 'The server that was called last, as `host:port`' })),
  attempts: Type.Optional(Type.Integer({ description: 'How often a server was called' })),
  ms: Type.Number({ description: 'Milliseconds from the request to the last byte' }),
  releases: Type.Optional(
    Type.Array(releaseSchema, { description: 'What features and experiments decided, in their order' }),
  ),
})
/** How a data plane decided about a request that it has served. */
export type Decision = Static<typeof decisionSchema>

/** A decision as a data plane tells it: also whether its backend is stored for all APIs. */
export interface ToldDecision extends Decision {
  /** @default false */
  readonly stored?: boolean
}
