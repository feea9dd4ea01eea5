import { pattern } from '../machine/errors/in-words.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { bulk, crud, patchable, selectable } from '../machine/records/contract.ts'
import { object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { subscriptionUsageQuery, subscriptionUsageSchema } from '../usage/usage-schema.ts'
import { credentialSchema, credentials, rotationSchema } from './credential.ts'
import { shownCredentialSchema, subscriptionSchema, subscriptions } from './subscription.ts'

const read = { domain: 'Subscription', right: 'R', owned: true } as const
const update = { domain: 'Subscription', right: 'U', owned: true } as const
const params = { id: segmentSchema }
const query = object({
  reason: Type.Optional(Type.String({ maxLength: 500, description: 'The reason, stored with the subscription' })),
})

const refusalReason = Type.String({
  pattern: pattern('\\S', 'must not be empty'),
  maxLength: 500,
  description: 'The reason, which the consumer reads',
})

const renewal = object({
  revokePrevious: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Revokes all secrets except the new one at once, even within a grace period; for leaked secrets',
    }),
  ),
})

const { deleteMany: _subscriptions, ...subscriptionRecords } = crud(subscriptions)
const { deleteMany: _credentials, create: _create, ...credentialRecords } = crud(credentials)

/** The operations on subscriptions. Rights in the domain `Subscription` are checked against the id of the API. */
export const subscriptionContract = {
  ...subscriptionRecords,
  ...selectable(subscriptions),
  ...patchable(subscriptions),
  ...bulk(subscriptions),
  pause: operation({
    method: 'POST',
    path: '/api/api-subscriptions/{id}/_pause',
    summary: 'Pause a subscription: its credentials are rejected until it is resumed',
    access: update,
    params,
    query,
    response: subscriptionSchema,
    conditional: true,
  }),
  resume: operation({
    method: 'POST',
    path: '/api/api-subscriptions/{id}/_resume',
    summary: 'Resume a paused subscription',
    access: update,
    params,
    query,
    response: subscriptionSchema,
    conditional: true,
  }),
  close: operation({
    method: 'POST',
    path: '/api/api-subscriptions/{id}/_close',
    summary: 'Close a subscription and disable its credentials permanently',
    access: update,
    params,
    query,
    response: subscriptionSchema,
    conditional: true,
  }),
  approve: operation({
    method: 'POST',
    path: '/api/api-subscriptions/{id}/_approve',
    summary: 'Approve a subscription that waits: its consumer can create a credential from now on',
    access: update,
    params,
    query,
    response: subscriptionSchema,
    conditional: true,
  }),
  refuse: operation({
    method: 'POST',
    path: '/api/api-subscriptions/{id}/_refuse',
    summary: 'Refuse a subscription that waits, with a reason that its consumer reads',
    access: update,
    params,
    query: object({ reason: refusalReason }),
    response: subscriptionSchema,
    conditional: true,
  }),
  rotate: operation({
    method: 'POST',
    path: '/api/api-subscriptions/{id}/_rotate',
    summary:
      'Rotate the secret of a credential, or create a missing credential; the previous secret stays valid for the grace period of the plan',
    access: update,
    params,
    query: renewal,
    body: object({
      clientId: Type.Optional(
        Type.String({ ...segmentSchema, description: 'The id of the credential. Absent: the only one' }),
      ),
    }),
    response: shownCredentialSchema,
  }),
  usage: operation({
    method: 'GET',
    path: '/api/api-subscriptions/{id}/usage',
    summary: 'Get what a subscription has used, and what is left of its quotas',
    access: read,
    params,
    query: object(subscriptionUsageQuery),
    response: subscriptionUsageSchema,
  }),
  credentials: operation({
    method: 'GET',
    path: '/api/api-subscriptions/{id}/credentials',
    summary: 'List the credentials of a subscription, without secrets',
    access: read,
    params,
    response: object({ results: Type.Array(credentialSchema) }),
  }),
}

/** The operations on credentials, for admins. Rotation is open to the holder, who sends the current secret. */
export const credentialContract = {
  ...credentialRecords,
  ...selectable(credentials),
  ...patchable(credentials),
  ...bulk(credentials),
  rotate: operation({
    method: 'POST',
    path: '/api/credentials/_rotate',
    summary:
      'Rotate the secret of the credential that calls; the previous secret stays valid for the grace period of the plan',
    access: 'open',
    query: renewal,
    body: rotationSchema,
    limit: 2048, // open to anyone, so bodies are kept small
    response: shownCredentialSchema,
  }),
}
