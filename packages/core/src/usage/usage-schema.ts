import { keySchema, segmentSchema } from '../machine/keys/key.ts'
import { dateParameter } from '../machine/schema/date-parameter.ts'
import { choice, object, type Static, Type } from '../machine/schema/schema.ts'

const countProperties = {
  requests: Type.Integer({ description: 'Number of requests, including refused ones' }),
  limited: Type.Integer({ description: 'How many of the requests were refused by a limit or quota' }),
  bytesIn: Type.Integer({ description: 'Bytes of request bodies' }),
  bytesOut: Type.Integer({ description: 'Bytes of response bodies' }),
  backendMs: Type.Integer({ description: 'Milliseconds until backends responded, in total' }),
}

/** What was counted. */
export const usageCountsSchema = object(countProperties)

const time = Type.String({
  description: 'The begin of the hour or day, in the time zone of the service: ISO 8601 with the offset',
})

/** What was used in an hour or a day, by API, consumer, route and class of status. */
export const usageRowSchema = object({
  time,
  api: Type.String({ description: 'The id of the API' }),
  plan: Type.Optional(Type.String({ description: 'The plan of the consumer. Absent: nobody was identified' })),
  subscription: Type.Optional(Type.String({ description: 'The id of the subscription. Absent: there is none' })),
  route: Type.String({ description: 'The id of the route, such as `shop:orders`' }),
  statusClass: Type.Integer({ description: 'The first digit of the status: 2 for 200 to 299' }),
  ...countProperties,
})
/** What was used in an hour or a day, by API, consumer, route and class of status. */
export type UsageRow = Static<typeof usageRowSchema>

/** The query parameters of a time range. */
export const usageRange = {
  from: dateParameter('Only usage from this time on'),
  to: dateParameter('Only usage before this time'),
  by: Type.Optional(
    choice(['hour', 'day'], {
      default: 'hour',
      description: 'The length of the periods; days begin at midnight in the time zone of the service',
    }),
  ),
}

/** The query parameters of the usage of a subscription. */
export const subscriptionUsageQuery = {
  from: dateParameter('Only usage from this time on. Absent: from the first of the month on'),
  to: usageRange.to,
  by: Type.Optional(choice(['hour', 'day'], { default: 'day', description: 'The length of the periods' })),
}

/** The query parameters that select usage. */
export const usageQuery = {
  api: Type.Optional(segmentSchema),
  plan: Type.Optional(segmentSchema),
  subscription: Type.Optional(segmentSchema),
  route: Type.Optional(keySchema),
  ...usageRange,
}

const quotaStateProperties = {
  name: choice(['window', 'day', 'month'], { description: 'The period of the quota' }),
  limit: Type.Number({ description: 'The most requests in the period' }),
  used: Type.Optional(
    Type.Integer({
      description:
        'Requests in the current period, as data planes have reported. Absent for windows, which only data planes know',
    }),
  ),
  seconds: Type.Optional(Type.Number({ description: 'The length of a window' })),
  reset: Type.Optional(
    Type.Number({ description: 'When the next day or month begins, in epoch milliseconds. Absent for windows' }),
  ),
}
/** What was used of a quota in its current period. */
export type QuotaState = Static<ReturnType<typeof object<typeof quotaStateProperties>>>

/** What a subscription has used, and its quotas. */
export const subscriptionUsageSchema = object({
  results: Type.Array(object({ time, ...countProperties }), { description: 'By hour or day, in the order of time' }),
  totals: usageCountsSchema,
  quotas: Type.Array(
    object({
      clientId: Type.Optional(Type.String({ description: 'The credential. Absent: the quota of the plan' })),
      ...quotaStateProperties,
    }),
  ),
})
/** What a subscription has used, and its quotas. */
export type SubscriptionUsage = Static<typeof subscriptionUsageSchema>
