import { segmentSchema } from '../../machine/keys/key.ts'
import { pageOf, pageQuery, selectQuery } from '../../machine/records/lists/page.ts'
import { withRules } from '../../machine/schema/rules.ts'
import { anyObject, object, type Static, Type } from '../../machine/schema/schema.ts'
import { portalOperation } from '../../operation.ts'
import { renewal, rotatedCredential } from '../../subscriptions/contract.ts'
import { credentialSchema } from '../../subscriptions/credential.ts'
import { shownCredentialSchema, subscriptionSchema } from '../../subscriptions/subscription.ts'
import { subscriptionUsageQuery, subscriptionUsageSchema } from '../../usage/usage-schema.ts'

const { tags: _tags, metadata: _metadata, ...shown } = subscriptionSchema.properties
const { tags: _credentialTags, metadata: _credentialMetadata, ...shownOfCredential } = credentialSchema.properties

/** The schema of a subscription as members of its application see it: without the notes of the people of the API. */
export const ownSubscriptionSchema = object(shown)
/** A subscription as members of its application see it: without the notes of the people of the API. */
export type OwnSubscription = Static<typeof ownSubscriptionSchema>

/** What a consumer sends to subscribe. */
export const subscriptionRequestSchema = withRules(
  object({
    owner_ref: Type.String({ ...segmentSchema, description: 'The id of the application that subscribes' }),
    api_ref: shown.api_ref,
    plan_ref: shown.plan_ref,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    subject: shown.subject,
    form: Type.Optional(anyObject({ description: 'The answers to the questions of the plan, by name' })),
    terms: Type.Optional(Type.String({ description: 'The version of the terms that the consumer accepts' })),
  }),
  {},
)
/** What a consumer sends to subscribe. */
export type SubscriptionRequest = Static<typeof subscriptionRequestSchema>

const { page, pageSize } = pageQuery
const params = { id: segmentSchema }
const ofConsumers = { access: 'developer', isPersonal: true } as const

/** The operations of consumers on the subscriptions of their applications. Only a portal serves them over HTTP. */
export const ownSubscriptionContract = {
  list: portalOperation({
    method: 'GET',
    path: '/api/mine/subscriptions',
    summary: 'List the subscriptions of all applications of the calling consumer, sorted by id by default',
    ...ofConsumers,
    query: object({ page, pageSize, ...selectQuery }),
    response: pageOf(ownSubscriptionSchema),
  }),
  create: portalOperation({
    method: 'POST',
    path: '/api/mine/subscriptions',
    summary: 'Subscribe with an application; the credential is shown once, unless the subscription waits for approval',
    ...ofConsumers,
    body: subscriptionRequestSchema,
    response: ownSubscriptionSchema,
    status: 201,
  }),
  get: portalOperation({
    method: 'GET',
    path: '/api/mine/subscriptions/{id}',
    summary: 'Get a subscription of an application of the calling consumer',
    ...ofConsumers,
    params,
    response: ownSubscriptionSchema,
  }),
  close: portalOperation({
    method: 'POST',
    path: '/api/mine/subscriptions/{id}/_close',
    summary: 'Close a subscription, or withdraw one that waits; only owners of the application',
    ...ofConsumers,
    params,
    query: object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }),
    response: ownSubscriptionSchema,
  }),
  rotate: portalOperation({
    method: 'POST',
    path: '/api/mine/subscriptions/{id}/_rotate',
    summary: 'Create the credential of a subscription, or rotate its secret',
    ...ofConsumers,
    params,
    query: renewal,
    body: rotatedCredential,
    response: shownCredentialSchema,
  }),
  credentials: portalOperation({
    method: 'GET',
    path: '/api/mine/subscriptions/{id}/credentials',
    summary: 'List the credentials of a subscription, without secrets',
    ...ofConsumers,
    params,
    response: object({ results: Type.Array(object(shownOfCredential)) }),
  }),
  usage: portalOperation({
    method: 'GET',
    path: '/api/mine/subscriptions/{id}/usage',
    summary: 'Get what a subscription has used, and what is left of its quotas',
    ...ofConsumers,
    params,
    query: object(subscriptionUsageQuery),
    response: subscriptionUsageSchema,
  }),
}
