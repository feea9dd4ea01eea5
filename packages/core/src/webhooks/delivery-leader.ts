import { withLease } from '../machine/log/consumers/lease.ts'
import type { Follower } from '../machine/log/follower.ts'
import { untilAborted } from '../machine/time/wait.ts'
import { createDeliveryLoops, type DeliveryLoops, type DeliveryPorts } from './delivery-loops.ts'
import { webhookKind } from './webhook.ts'

/** Pause after a failure of the store, in milliseconds. */
const RETRY = 1000

/** What deliveries depend on. */
export interface DelivererPorts extends DeliveryPorts {
  readonly follower: Follower
  /** Aborted to stop the deliveries. */
  readonly closing: AbortSignal
}

/**
 * Delivers events to all webhooks while any exist. A lease makes sure that only one process of a store delivers.
 * Resolves when `closing` is aborted and the last call has ended.
 */
export async function deliverAll(ports: DelivererPorts): Promise<void> {
  const { store, follower, wait, report, closing } = ports
  let crew: DeliveryLoops | undefined
  let wake = () => {}
  follower.later((event) => {
    crew?.push(event)
    if (event.domain === webhookKind.domain) wake()
  })
  follower.track(() => crew?.positions() ?? [])

  /** Resolves when a webhook exists, or when closing. */
  async function untilNeeded(): Promise<void> {
    while (!closing.aborted) {
      const news = new Promise<void>((resolve) => {
        wake = resolve
      })
      if ((await store.count(webhookKind.plural)) > 0) return
      await Promise.race([news, untilAborted(closing)])
    }
  }

  async function lead(signal: AbortSignal): Promise<void> {
    crew = createDeliveryLoops(ports)
    try {
      await crew.work(signal)
    } finally {
      crew = undefined
    }
  }

  while (!closing.aborted)
    try {
      await follower.start()
      await untilNeeded()
      await withLease('webhooks', lead, { ...ports, signal: closing })
    } catch (error) {
      report(error)
      await wait(RETRY, closing)
    }
}
