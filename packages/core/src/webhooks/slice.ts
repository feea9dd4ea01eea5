import { linesOf } from '../records/resource.ts'
import { defineSlice } from '../slice.ts'
import { webhookContract } from './contract.ts'
import type { WebhookParts } from './handlers.ts'
import { webhookSchema, webhooks } from './webhook.ts'

/** What changed, posted elsewhere. */
export const webhookSlice = defineSlice({
  name: 'webhooks',
  contract: { webhooks: webhookContract },
  tags: { webhooks: 'Webhooks and their deliveries; for admins' },
  named: { Webhook: webhookSchema, WebhookLine: linesOf(webhooks) },
  examples: {
    Webhook: {
      clientId: 'chat',
      callbackUrl: 'https://chat.example.com/hook',
      domains: ['Feature'],
      patterns: ['shop:*'],
    },
    WebhookLine: {
      clientId: 'chat',
      callbackUrl: 'https://chat.example.com/hook',
      isBanned: false,
      created: '2026-01-01T00:00:00.000',
    },
  },
  open: async (parts: WebhookParts) => (await import('./handlers.ts')).webhookHandlers(parts),
})
