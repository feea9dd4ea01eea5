import { signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { onEvent } from '../../records/stream.ts'
import { inLots } from '../listing/bulk/in-lots.ts'

/** A delivery attempt, or a gap. */
export type Delivery = Awaited<ReturnType<typeof api.webhooks.deliveries>>['results'][number]

/** The last attempts of a webhook, the newest first, or why they could not be read. */
export interface Deliveries {
  readonly results?: readonly Delivery[]
  readonly error?: unknown
}

/** The deliveries of the webhooks that were looked at. */
export const deliveries = signal<ReadonlyMap<string, Deliveries>>(new Map())

/** Reads the last attempts of a webhook. What was read before stays if that fails. */
export async function readDeliveries(id: string): Promise<void> {
  const set = (next: Deliveries) => {
    deliveries.value = new Map([...deliveries.peek(), [id, next]])
  }
  try {
    const { results } = await api.webhooks.deliveries({ id })
    set({ results })
  } catch (error) {
    set({ ...deliveries.peek().get(id), error })
  }
}

const EVERY_MS = 10_000
/** A batch waits for a second to fill, and then takes a moment. */
const AFTER_EVENT_MS = 2000
const AT_ONCE = 4

/**
 * Reads the deliveries of webhooks: at once those that are not known yet, then all every ten seconds while the page is
 * visible, and soon after events that `receives` selects. Attempts cause no events. Returns a function that stops it.
 */
export function watchDeliveries(
  ids: () => readonly string[],
  receives: (event: ChangeEvent) => boolean = () => false,
): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined
  const ask = () => {
    if (!document.hidden) void inLots(ids(), AT_ONCE, readDeliveries)
  }
  const known = deliveries.peek()
  void inLots(
    ids().filter((id) => !known.has(id)),
    AT_ONCE,
    readDeliveries,
  )
  const timer = setInterval(ask, EVERY_MS)
  const stop = onEvent((event) => {
    const isOwn = event.domain === 'Webhook' && ids().includes(event.key)
    if (isOwn && event.type === 'WEBHOOK_UPDATED') void readDeliveries(event.key)
    else if (receives(event))
      soon ??= setTimeout(() => {
        soon = undefined
        ask()
      }, AFTER_EVENT_MS)
  })
  return () => {
    clearInterval(timer)
    clearTimeout(soon)
    stop()
  }
}
