import { compilePattern } from '../machine/keys/pattern.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { isInternal } from '../machine/log/internal-domain.ts'
import type { Webhook } from './webhook.ts'

/**
 * Returns whether a webhook receives an event: one that its lists select, and no change of the webhook itself. Agrees
 * with the deliveries.
 *
 * @example
 * webhookFilter({ clientId: 'sync', patterns: ['shop:*'] })(event) // whether its key begins with shop:
 */
export function webhookFilter({
  clientId,
  domains = [],
  patterns = [],
  types = [],
}: Pick<Webhook, 'clientId' | 'domains' | 'patterns' | 'types'>): (
  event: Pick<ChangeEvent, 'domain' | 'type' | 'key'>,
) => boolean {
  const wanted = { domain: new Set<string>(domains), type: new Set<string>(types) }
  const pattern = patterns.length > 0 ? compilePattern(patterns.join(',')) : undefined
  return ({ domain, type, key }) =>
    !isInternal(domain) &&
    (wanted.domain.size === 0 || wanted.domain.has(domain)) &&
    (wanted.type.size === 0 || wanted.type.has(type)) &&
    (pattern === undefined || pattern.matches(key)) &&
    !(domain === 'Webhook' && key === clientId)
}
