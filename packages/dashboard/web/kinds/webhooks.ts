import { defineKind } from './kind.ts'

/** Addresses that changes are sent to. */
export const webhooks = defineKind({
  domain: 'Webhook',
  nouns: ['webhook', 'webhooks'],
  prefix: 'WEBHOOK',
  path: '/hooks',
  resource: 'webhooks',
  tagged: false,
  operations: ({ api }) => api.webhooks,
  blank: (clientId: string) => ({ clientId, callbackUrl: '' }),
  fields: 'clientId',
  screen: {
    group: 'System',
    icon: 'webhook',
    key: 'h',
  },
  secret: {
    member: 'secret',
    mask: '********',
    label: 'signing secret',
    purpose: 'The receiver uses it to check that calls come from this server.',
    env: (_: string, secret: string) => `SIGNALBOX_WEBHOOK_SECRET=${secret}`,
  },
  loss: 'The signing secret and the values of headers are lost.',
})
