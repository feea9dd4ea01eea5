import { apiIdSchema } from '../gateway/apis/api.ts'
import { copyJson } from '../json.ts'
import { segmentSchema } from '../keys/key.ts'
import type { AccessModeName } from '../plans/access-modes.ts'
import { accessModeNames } from '../plans/access-modes.ts'
import { planStatuses } from '../plans/plan.ts'
import { defineResource } from '../records/resource.ts'
import type { Static } from '../schema.ts'
import { choice, metadata, note, object, output, Type, texts } from '../schema.ts'

const date = (description: string) => Type.Optional(Type.Number({ description: `Epoch milliseconds: ${description}` }))

const datesSchema = object({
  created_at: date('when it was made'),
  processed_at: date('when it was accepted'),
  started_at: date('when it began to admit its consumer, last'),
  paused_at: date('when it was paused, last'),
  ending_at: date('when its credentials expire, as the plan says'),
  closed_at: date('when it was closed'),
})
/** The dates of a subscription in epoch milliseconds. */
export type SubscriptionDates = Static<typeof datesSchema>

/** The access mode of a subscription. */
const kindSchema = choice(accessModeNames as readonly [AccessModeName, ...AccessModeName[]], {
  description: 'The access mode of the plan. Absent: that one',
})

const before = {
  id: Type.Optional(segmentSchema),
  name: note,
  description: note,
  enabled: Type.Optional(Type.Boolean({ description: 'False while it is paused, and from its end on' })),
  api_ref: apiIdSchema,
  plan_ref: segmentSchema,
  owner_ref: Type.Optional(Type.String({ description: 'The subscribing client' })),
  subscription_kind: Type.Optional(kindSchema),
}
const owned = {
  token_refs: Type.Array(Type.String(), { description: 'The ids of its credentials' }),
  dates: datesSchema,
  status: choice(planStatuses, {
    description:
      'staging for an API that is a draft, closed with its end or that of its plan, deprecated with its plan',
  }),
  reason: Type.String({ maxLength: 500, description: 'Why it was paused, resumed or closed, last' }),
}
const after = {
  tags: texts,
  metadata,
}

/** A credential with its secret, which is shown only once. */
export const shownCredentialSchema = object({
  clientId: Type.String(),
  clientSecret: Type.String({ description: 'Shown in this answer and in no other' }),
  previousUntil: Type.Optional(
    Type.Number({ description: 'Epoch milliseconds up to which the secret before this one is valid' }),
  ),
})
/** A credential with its secret, which is shown only once. */
export type ShownCredential = Static<typeof shownCredentialSchema>

/** The schema of subscriptions: a client's access to an API under one of its plans. */
export const subscriptionSchema = object({
  ...before,
  token_refs: output(owned.token_refs),
  dates: output(owned.dates),
  status: output(owned.status),
  reason: output(owned.reason),
  credentials: output(shownCredentialSchema),
  ...after,
})
/** A subscription: a client's access to an API under one of its plans. */
export type Subscription = Static<typeof subscriptionSchema>
/** A subscription as it is stored. */
export type StoredSubscription = Subscription &
  Required<Pick<Subscription, 'id' | 'enabled' | 'subscription_kind' | 'token_refs' | 'dates'>>

/** The record kind of subscriptions. Rights are checked against the id of the API (`owner`). */
export const subscriptions = defineResource({
  name: 'subscription',
  plural: 'subscriptions',
  after: ['apis'],
  path: '/api/api-subscriptions',
  domain: 'Subscription',
  events: 'SUBSCRIPTION',
  schema: subscriptionSchema,
  id: segmentSchema,
  fixedId: true,
  isCompleted: true,
  moves: true,
  kept: ['token_refs', 'dates'],
  indexes: ['owner_ref', 'api_ref', 'plan_ref', 'name'],
  owner: 'api_ref',
  lines: object({
    ...before,
    id: segmentSchema,
    token_refs: Type.Optional(owned.token_refs),
    dates: Type.Optional(owned.dates),
    status: Type.Optional(owned.status),
    reason: Type.Optional(owned.reason),
    ...after,
  }),
})

/** Sorts the members as in the schema, so that saving an unchanged subscription writes nothing. */
export const inOrder = (subscription: StoredSubscription): StoredSubscription =>
  copyJson(subscription, subscriptions.lines) as StoredSubscription
