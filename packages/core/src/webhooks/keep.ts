import { problem } from '../errors.ts'
import { notValid } from '../not-valid.ts'
import type { Change, Ports } from '../ports.ts'
import type { Hooks, Instance } from '../records/hooks.ts'
import { MASK, secretsOf } from '../records/secrets.ts'
import { randomText } from '../secret.ts'
import { localTimestamp } from '../time.ts'
import { toTimestamp } from '../written-date.ts'
import { dropCursor, dropHistory, findCursor, putCursor } from './cursors.ts'
import { newCursor } from './deliver.ts'
import { newSecret } from './sign.ts'
import type { StoredWebhook, Webhook, webhooksOf } from './webhook.ts'

/** A web hook has a secret and a cursor from its first day; the cursor goes with it. Nothing shows a secret but the answer that set it. */
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

  /** What becomes of the cursor: a new web hook has a new one, another id takes it along, who is unbanned starts afresh. */
  async function cursorChanges(next: StoredWebhook, current: Webhook | undefined): Promise<readonly Change[]> {
    if (!current) return [putCursor(next.clientId, await firstCursor())]
    const isRenamed = current.clientId !== next.clientId
    const isFreed = current.isBanned === true && !next.isBanned
    if (!isRenamed && !isFreed) return []
    const found = await findCursor(store, current.clientId)
    const cursor = { ...(found?.cursor ?? (await firstCursor())), ...(isFreed && { failures: 0 }) }
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
      return { changes: found ? [dropCursor(clientId), dropHistory(found.cursor)] : [] }
    },
  }
}

/** An address that is never called would be found out by its first delivery only. */
function checkReachable(callbackUrl: string, fetch: Ports['fetch']): void {
  const why = fetch?.refuses?.(callbackUrl)
  if (why !== undefined)
    throw notValid('The webhook', { fieldErrors: { '/callbackUrl': [problem('error.address', why)] } })
}
