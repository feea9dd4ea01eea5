import { object, type Static, Type } from '../../machine/schema/schema.ts'

const count = Type.Integer()

const durationsSchema = object({
  counts: Type.Array(count, {
    description: 'How many requests are in each bucket: one for each of `bounds`, and one for all that took longer',
  }),
  sum: Type.Number({ description: 'The sum of the durations, in milliseconds' }),
})

/** What a data plane has counted of the requests to a route. */
export const routeTrafficSchema = object({
  route: Type.Optional(
    Type.String({ description: 'The id of the route; `_other`: all beyond the first 5,000. Absent: none matched' }),
  ),
  requests: object(
    { '1xx': count, '2xx': count, '3xx': count, '4xx': count, '5xx': count },
    { description: 'How many requests ended, by the class of their status' },
  ),
  causes: Type.Record(Type.String(), count, {
    description:
      'How many of them the gateway responded to with an error, by the id of the cause; `other`: causes of your own plugins',
  }),
  overLimit: Type.Integer({ description: 'How many were beyond a rate limit that only observes' }),
})
/** What a data plane has counted of the requests to a route. */
export type RouteTraffic = Static<typeof routeTrafficSchema>

/** What a data plane has counted of the requests to an API. */
export const apiTrafficSchema = object({
  api: Type.Optional(
    Type.String({ description: 'The id of the API. Absent: requests without a route, and the route `_other`' }),
  ),
  durations: Type.Unsafe<Static<typeof durationsSchema>>({
    ...durationsSchema,
    description: 'How long requests took, from their start to the end of the response',
  }),
  backendDurations: Type.Unsafe<Static<typeof durationsSchema>>({
    ...durationsSchema,
    description: 'How long backends took, until the head of their response',
  }),
  routes: Type.Array(routeTrafficSchema, {
    description: 'The routes that had requests, draft routes included',
  }),
})
/** What a data plane has counted of the requests to an API. */
export type ApiTraffic = Static<typeof apiTrafficSchema>

const trafficProperties = {
  since: Type.Integer({ description: 'Since when it counts: its start, in epoch milliseconds' }),
  at: Type.Integer({ description: 'The time of this answer, in epoch milliseconds' }),
  inFlight: Type.Integer({ description: 'Number of requests in progress, to all APIs' }),
  bounds: Type.Array(Type.Number(), {
    description: 'The upper bounds of the buckets of durations, in milliseconds; each belongs to its bucket',
  }),
  apis: Type.Array(apiTrafficSchema, { description: 'The APIs that had requests' }),
}

const trafficSchema = object(trafficProperties)
/** What a data plane has counted since it started. Subtract an earlier answer to get what happened in between. */
export type Traffic = Static<typeof trafficSchema>

/** What a data plane has counted since it started, with the data plane. */
export const listedTrafficSchema = object({
  plane: Type.String({ description: 'The id of the data plane, as in `GET /api/gateway`' }),
  ...trafficProperties,
})
