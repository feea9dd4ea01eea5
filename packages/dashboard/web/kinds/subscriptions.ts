import { credentialsShown } from './credentials-shown.ts'
import { defineKind } from './kind.ts'

/** Subscriptions to plans of APIs. */
export const subscriptions = defineKind({
  domain: 'Subscription',
  nouns: ['subscription', 'subscriptions'],
  prefix: 'SUBSCRIPTION',
  path: '/gateway/subscriptions',
  resource: 'api-subscriptions',
  tagged: true,
  operations: ({ api, showCredential }) => credentialsShown(api.subscriptions, showCredential),
  blank: (id: string) => ({ id, api_ref: '', plan_ref: '', owner_ref: '' }),
  fields: 'id,enabled,tags,api_ref,plan_ref,owner_ref,status,approval',
  screen: {
    group: 'Gateway',
    icon: 'ticket',
    key: 'k',
  },
  lived: ['token_refs', 'dates', 'status', 'reason', 'approval', 'accepted'],
  loss: 'Its credentials are lost, and programs that use them are rejected.',
})

/** The credentials of subscriptions. */
export const credentials = defineKind({
  domain: 'Credential',
  nouns: ['credential', 'credentials'],
  prefix: 'CREDENTIAL',
  sentences: {
    CREDENTIAL_ROTATION_DUE: (_event, _author, record) => ['The secret of the credential ', record, ' must be rotated'],
  },
  path: '/gateway/credentials',
  list: '/gateway/subscriptions',
  resource: 'credentials',
  tagged: true,
  operations: ({ api }) => api.credentials,
  blank: (clientId: string) => ({ clientId }),
  loss: 'The secret is lost, and programs that use the credential are rejected.',
})
