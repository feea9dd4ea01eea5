import { owner } from '../machine/callers/caller.ts'
import { failure, notFound, problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Follower } from '../machine/log/follower.ts'
import { collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../machine/records/handlers.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import type { Handlers } from '../operation.ts'
import type { Ports, Wait } from '../ports.ts'
import type { webhookContract } from './contract.ts'
import { findCursor, readHistory } from './cursors.ts'
import { deliverAll } from './delivery-leader.ts'
import { post } from './post.ts'
import type { WebhookTelemetry } from './telemetry.ts'
import { type StoredWebhook, webhookKind, type webhooksOf } from './webhook.ts'
import { webhookHooks } from './webhook-hooks.ts'

/** What the handlers of webhooks are built from. */
export interface WebhookParts extends Pick<Ports, 'random' | 'report' | 'wait' | 'fetch'> {
  readonly instance: Instance
  readonly follower: Follower
  /** Waits without keeping the process alive. */
  readonly waitIdly: Wait
  readonly telemetry: WebhookTelemetry
  /** Whether calls are only tried out: then nothing is delivered. @default false */
  readonly isRehearsal?: boolean
}

/** The resource of webhooks. */
export type WebhookResource = ReturnType<typeof webhooksOf<string, string>>

/** Handlers of webhooks. If a `fetch` is available, they also start the deliveries. */
export function webhookHandlers(ports: WebhookParts, webhooks: WebhookResource) {
  const { instance, follower, random, report, wait, waitIdly, fetch, telemetry, isRehearsal = false } = ports
  const { store, clock, closing } = instance
  const { webhookCalled, webhookBanned } = telemetry
  const records = collection(webhooks, instance, webhookHooks(webhooks, instance, { random, ...(fetch && { fetch }) }))

  async function find(id: string): Promise<StoredWebhook> {
    const found = await records.find(id)
    if (!found) throw notFound(webhookKind.name, id)
    return found.record as StoredWebhook
  }

  /**
   * Bans on the service's own behalf (no author in the event). A webhook that was deleted in the meantime is ignored.
   */
  async function ban(id: string): Promise<void> {
    try {
      await records.update(id, (webhook) => ({ ...webhook, isBanned: true }), { call: { caller: owner } })
      webhookBanned?.(id)
    } catch (error) {
      if (!(error instanceof SignalboxError && error.code === 'NOT_FOUND')) throw error
    }
  }

  const handlers: Handlers<ReturnType<typeof webhookContract<string, string>>> = {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    async deliveries({ id }) {
      await find(id)
      const found = await findCursor(store, id)
      return { results: found ? await readHistory(store, found.value) : [] }
    },
    async test({ id }) {
      const webhook = await find(id)
      if (!fetch)
        throw failure(
          'UNAVAILABLE',
          'Webhooks cannot be called without a fetch function: pass the option "fetch"',
          problem('error.fetch.missing'),
        )
      const webhookId = `msg_${randomText(random, 32)}`
      const outcome = await post(webhook, { id: webhookId, body: '{"objectsEdited":[]}' }, { fetch, clock, wait })
      webhookCalled?.({ webhook: id, events: 0, ...outcome })
      return { webhookId, ...outcome }
    },
  }

  const delivering =
    fetch &&
    !isRehearsal &&
    deliverAll({ ...instance, follower, random, report, wait: waitIdly, fetch, closing, ban, telemetry })
  return {
    handlers: { webhooks: handlers },
    /** Resolves when the last delivery has ended, after the instance has closed. */
    closed: async () => delivering,
  }
}
