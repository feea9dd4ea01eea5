import { keySchema } from '../keys/key.ts'
import { operation } from '../operation.ts'
import { bulk, crud, patchable } from '../records/contract.ts'
import type { Static } from '../schema.ts'
import { object, Type } from '../schema.ts'
import type { webhooksOf } from './webhook.ts'

/** The outcome of a call to a webhook. */
const outcome = {
  status: Type.Optional(Type.Integer({ description: 'Of the answer; absent when there was none' })),
  ms: Type.Number({ description: 'Milliseconds until the answer or the failure' }),
  error: Type.Optional(Type.String({ description: 'Why it is a failure; absent after a success' })),
}

/** One delivery attempt, or a gap: events that were deleted from the log before they could be delivered. */
const delivery = object({
  date: Type.String({ description: 'Local date-time with milliseconds, no zone' }),
  webhookId: Type.Optional(Type.String({ description: 'The header webhook-id: that of a batch, the same each time' })),
  events: Type.Array(Type.Integer(), { description: 'Ids of the events that were sent' }),
  ...outcome,
})
/** One delivery attempt, or a gap: events that were deleted from the log before they could be delivered. */
export type Delivery = Static<typeof delivery>

/** The operations on webhooks; all of them require an admin. */
export const webhookContract = <const D extends string, const T extends string>(
  webhooks: ReturnType<typeof webhooksOf<D, T>>,
) => ({
  ...crud(webhooks),
  ...patchable(webhooks),
  ...bulk(webhooks),
  deliveries: operation({
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    summary: 'The last 100 attempts to deliver to a web hook, the newest first',
    access: 'admin',
    params: { id: keySchema },
    response: object({ results: Type.Array(delivery) }),
  }),
  test: operation({
    method: 'POST',
    path: '/api/webhooks/{id}/_test',
    summary:
      'Post an empty, signed batch to a webhook, banned or not; its answer is the result, and not among the deliveries',
    access: 'admin',
    params: { id: keySchema },
    response: object({ webhookId: Type.String(), ...outcome }),
  }),
})
