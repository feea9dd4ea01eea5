import { keySchema } from '../machine/keys/key.ts'
import { bulk, crud, patchable } from '../machine/records/contract.ts'
import { object, type Static, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import type { webhooksOf } from './webhook.ts'

/** The outcome of a call to a webhook. */
const outcome = {
  status: Type.Optional(Type.Integer({ description: 'The status of the response. Absent if there was none' })),
  ms: Type.Number({ description: 'Milliseconds until the response or the failure' }),
  error: Type.Optional(Type.String({ description: 'Why the delivery failed. Absent after a success' })),
}

/** One delivery attempt, or a gap: events that were deleted from the log before they could be delivered. */
const delivery = object({
  date: Type.String({ description: 'A local date and time with milliseconds, without a zone' }),
  webhookId: Type.Optional(
    Type.String({ description: 'The header webhook-id, the same for every attempt to deliver a batch' }),
  ),
  events: Type.Array(Type.Integer(), { description: 'Ids of the sent events' }),
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
    summary: 'List the last 100 delivery attempts of a webhook, the newest first',
    access: 'admin',
    params: { id: keySchema },
    response: object({ results: Type.Array(delivery) }),
  }),
  test: operation({
    method: 'POST',
    path: '/api/webhooks/{id}/_test',
    summary:
      'Test a webhook, even a banned one, with an empty, signed batch; returns the outcome, which is not among the deliveries',
    access: 'admin',
    params: { id: keySchema },
    response: object({ webhookId: Type.String(), ...outcome }),
  }),
})
