import { object, type Static, Type } from '../machine/schema/schema.ts'

const count = Type.Integer({ minimum: 0 })
const instant = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in epoch milliseconds` })

const failureProperties = {
  at: instant('When it ended'),
  request: Type.String({ maxLength: 200, description: 'The id of the request: `X-Request-Id` of its response' }),
  status: Type.Integer({ description: 'The status that the client got' }),
  cause: Type.Optional(
    Type.String({ maxLength: 200, description: 'The id of the cause, if the gateway responded with an error' }),
  ),
  backend: Type.Optional(Type.String({ maxLength: 600, description: 'The id of the backend that was called' })),
  stored: Type.Optional(Type.Boolean({ description: 'Whether the backend is stored for all APIs' })),
  target: Type.Optional(
    Type.String({ maxLength: 600, description: 'The server that was called last, as `host:port`' }),
  ),
}

const properties = {
  requests: Type.Integer({
    minimum: 0,
    maximum: 20,
    description: 'How many of its last requests are known, at most 20: requests that reached a backend or failed',
  }),
  failed: Type.Integer({ minimum: 0, maximum: 20, description: 'How many of them failed, with a status from 500' }),
  failingSince: Type.Optional(
    instant('Since when at least half of its last requests fail, and at least three; absent: they do not'),
  ),
  failure: Type.Optional(object(failureProperties, { description: 'The last request that failed' })),
}

const countsOfHour = (description: string) => Type.Array(count, { maxItems: 60, description })

const hourSchema = object(
  {
    to: instant('The end of the last minute'),
    requests: countsOfHour('How many requests ended in each minute, the oldest first'),
    failed: countsOfHour('How many of them failed'),
  },
  { description: 'The last 60 minutes' },
)

const routeOutcomesSchema = object({
  route: Type.String({ maxLength: 600, description: 'The id of the route' }),
  ...properties,
})

/** How the last requests to an API ended. */
export const apiOutcomesSchema = object({
  api: Type.String({ maxLength: 600, description: 'The id of the API' }),
  at: instant('When its last request ended'),
  ...properties,
  hour: Type.Optional(hourSchema),
  routes: Type.Optional(
    Type.Array(routeOutcomesSchema, { maxItems: 100, description: 'Its routes whose requests fail, the first 100' }),
  ),
})
/** How the last requests to an API ended. */
export type ApiOutcomes = Static<typeof apiOutcomesSchema>

/** How the last requests to APIs ended, by the data plane that served them. */
export const listedOutcomesSchema = object({
  plane: Type.String({ description: 'The id of the data plane, as in `GET /api/gateway`' }),
  gatewayKey: Type.Optional(Type.String({ description: 'The id of its gateway key. Absent: it runs in this process' })),
  apis: Type.Array(apiOutcomesSchema),
})
