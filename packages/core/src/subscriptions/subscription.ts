import { apiIdSchema } from '../gateway/apis/api.ts'
import { copyJson } from '../machine/json/json.ts'
import { segmentSchema } from '../machine/keys/key.ts'
import { defineResource } from '../machine/records/resource.ts'
import { choice, metadata, note, object, output, type Static, Type, texts } from '../machine/schema/schema.ts'
import { type AccessModeName, accessModeNames } from '../plans/access-modes.ts'
import { LONGEST_ANSWER } from '../plans/answers.ts'
import { planStatuses } from '../plans/plan.ts'

const date = (description: string) => Type.Optional(Type.Number({ description: `Epoch milliseconds: ${description}` }))

const datesSchema = object({
  created_at: date('when it was created'),
  processed_at: date('when it was accepted'),
  started_at: date('when it last started to admit its consumer'),
  paused_at: date('when it was last paused'),
  ending_at: date('when its credentials expire, by the plan'),
  closed_at: date('when it was closed'),
})
/** The dates of a subscription in epoch milliseconds. */
export type SubscriptionDates = Static<typeof datesSchema>

/** What was decided about a subscription that a consumer asked for. */
const approvalSchema = choice(['waiting', 'approved', 'refused'], {
  description: 'Whether somebody has approved it. Absent: nobody had to, or it ended before anybody did',
})

const answersSchema = Type.Record(
  Type.String(),
  Type.Union([Type.String({ maxLength: LONGEST_ANSWER }), Type.Boolean()]),
  { description: "The consumer's answers to the questions of the plan, by name" },
)

const acceptedSchema = object(
  {
    version: Type.String(),
    at: Type.Number({ description: 'Epoch milliseconds' }),
    by: Type.String({ description: 'The id of the consumer' }),
  },
  { description: 'The terms that were accepted, and by whom' },
)

/** The access mode of a subscription. */
const kindSchema = choice(accessModeNames as readonly [AccessModeName, ...AccessModeName[]], {
  description: 'Absent: the access mode of the plan',
})

const before = {
  id: Type.Optional(segmentSchema),
  name: note,
  description: note,
  enabled: Type.Optional(
    Type.Boolean({ description: 'False while the subscription waits or is paused, and after it is closed' }),
  ),
  api_ref: apiIdSchema,
  plan_ref: segmentSchema,
  owner_ref: Type.Optional(Type.String({ description: 'The client that subscribes' })),
  subject: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description:
        'With `jwt`, `mtls` and `oauth2-remote`: the subject of the tokens or certificates that use the subscription. Absent: `owner_ref`',
    }),
  ),
  subscription_kind: Type.Optional(kindSchema),
}
const owned = {
  token_refs: Type.Array(Type.String(), { description: 'The ids of its credentials' }),
  dates: datesSchema,
  status: choice(planStatuses, {
    description:
      '`staging` while it waits for approval or the API is in staging, `deprecated` or `closed` with the plan, `closed` after the end of the subscription',
  }),
  reason: Type.String({ maxLength: 500, description: 'The reason of the last pause, resumption, decision or closure' }),
  approval: approvalSchema,
  form: answersSchema,
  accepted: acceptedSchema,
}
const after = {
  tags: texts,
  metadata,
}

/** A credential with its secret, which is shown only once. */
export const shownCredentialSchema = object({
  clientId: Type.String(),
  clientSecret: Type.String({ description: 'Only in this response' }),
  previousUntil: Type.Optional(
    Type.Number({ description: 'Until when the previous secret is valid, in epoch milliseconds' }),
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
  approval: output(owned.approval),
  form: output(owned.form),
  accepted: output(owned.accepted),
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
  kept: ['token_refs', 'dates', 'approval', 'accepted'],
  indexes: ['owner_ref', 'api_ref', 'plan_ref', 'name', 'approval'],
  owner: 'api_ref',
  lines: object({
    ...before,
    id: segmentSchema,
    token_refs: Type.Optional(owned.token_refs),
    dates: Type.Optional(owned.dates),
    status: Type.Optional(owned.status),
    reason: Type.Optional(owned.reason),
    approval: Type.Optional(owned.approval),
    form: Type.Optional(owned.form),
    accepted: Type.Optional(owned.accepted),
    ...after,
  }),
})

/** Sorts the members as in the schema, so that saving an unchanged subscription writes nothing. */
export const inOrder = (subscription: StoredSubscription): StoredSubscription =>
  copyJson(subscription, subscriptions.lines) as StoredSubscription
