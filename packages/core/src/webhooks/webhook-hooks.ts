import { problem } from '../machine/errors/errors.ts'
import { notValid } from '../machine/errors/not-valid.ts'
import type { Hooks, Instance } from '../machine/records/hooks.ts'
import { MASK, secretsOf } from '../machine/records/secrets/secrets.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import { localTimestamp } from '../machine/time/time.ts'
import { toTimestamp } from '../machine/time/written-date.ts'
import type { Change, Ports } from '../ports.ts'
import { dropCursor, dropHistory, findCursor, putCursor } from './cursors.ts'
import { newCursor } from './delivery-rules.ts'
import { newSecret } from './sign.ts'
import type { StoredWebhook, Webhook, webhooksOf } from './webhook.ts'

/**
 * Maintains the secret and the cursor of a webhook: both are created with it, and the cursor is deleted with it. Only
 * the response to the call that set a secret shows it.
 */
export function webhookHooks(
  { schema }: ReturnType<typeof webhooksOf>,
  { store, clock, zone }: Instance,
  { random, fetch }: Pick<Ports, 'random' | 'fetch'>,
): Hooks<Webhook> {
  const { mask, restore } = secretsOf<Webhook>(schema)
  const firstCursor = async () => newCursor(await store.head(), randomText(random, 16))

  function complete(next: Webhook, current: Webhook | undefined): StoredWebhook {
    const { clientId, callbackUrl, domains = [], patterns = [], types = [], headers = {}, isBanned = false } = next
    const sent = next.secret === MASK && !current ? undefined : next.secret
    const secret = sent ?? current?.secret ?? newSecret(random)
    const created = current?.created ?? toTimestamp(next.created ?? '', zone) ?? localTimestamp(clock(), zone)
    const record = { clientId, callbackUrl, domains, patterns, types, headers, isBanned, secret, created }
    return restore(record, current) as StoredWebhook
  }

  /**
   * Changes of the cursor when a webhook is written: created for a new webhook, moved on a rename, and its failures
   * reset when a ban is lifted.
   */
  async function cursorChanges(next: StoredWebhook, current: Webhook | undefined): Promise<readonly Change[]> {
    if (!current) return [putCursor(next.clientId, await firstCursor())]
    const isRenamed = current.clientId !== next.clientId
    const isFreed = current.isBanned === true && !next.isBanned
    if (!isRenamed && !isFreed) return []
    const found = await findCursor(store, current.clientId)
    const cursor = { ...(found?.value ?? (await firstCursor())), ...(isFreed && { failures: 0 }) }
    return isRenamed
      ? [dropCursor(current.clientId, found?.version), putCursor(next.clientId, cursor)]
      : [putCursor(next.clientId, cursor, found?.version)]
  }

  return {
    async prepare({ next, current }) {
      if (next.callbackUrl !== current?.callbackUrl) checkReachable(next.callbackUrl, fetch)
      const record = complete(next, current)
      const { secret } = record
      const changes = await cursorChanges(record, current)
      return { record, changes, ...(secret !== current?.secret && { shown: { secret } }) }
    },
    present: mask,
    async remove({ record: { clientId } }) {
      const found = await findCursor(store, clientId)
      return { changes: found ? [dropCursor(clientId), dropHistory(found.value)] : [] }
    },
  }
}

/** Rejects unreachable addresses when they are saved; otherwise only the first delivery would reveal them. */
function checkReachable(callbackUrl: string, fetch: Ports['fetch']): void {
  const why = fetch?.refuses?.(callbackUrl)
  if (why !== undefined)
    throw notValid('The webhook', { fieldErrors: { '/callbackUrl': [problem('error.address', why)] } })
}
