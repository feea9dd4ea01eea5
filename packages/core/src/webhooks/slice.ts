import type { Domains } from '../machine/callers/domains.ts'
import { linesOf } from '../machine/records/resource.ts'
import { defineSlice } from '../slice.ts'
import { webhookContract } from './contract.ts'
import type { WebhookParts, WebhookResource } from './handlers.ts'
import { webhooksOf } from './webhook.ts'

/** The slice of webhooks, for events of these domains and types. */
export const webhookSlice = <const D extends string, const T extends string>(domains: Domains<D, T>) => {
  const webhooks = webhooksOf(domains)
  return defineSlice({
    name: 'webhooks',
    contract: { webhooks: webhookContract(webhooks) },
    kinds: [webhooks],
    tags: { webhooks: 'Webhooks and their deliveries; only for admins' },
    named: { Webhook: webhooks.schema, WebhookLine: linesOf(webhooks) },
    examples: {
      Webhook: { clientId: 'chat', callbackUrl: 'https://chat.example.com/hook', patterns: ['shop:*'] },
      WebhookLine: {
        clientId: 'chat',
        callbackUrl: 'https://chat.example.com/hook',
        isBanned: false,
        created: '2026-01-01T00:00:00.000',
      },
    },
    async open(parts: WebhookParts) {
      const { webhookHandlers } = await import('./handlers.ts')
      const { handlers, ...beside } = webhookHandlers(parts, webhooks as WebhookResource)
      return { handlers: handlers as never, ...beside } // handlers treat domain names as plain strings
    },
  })
}
