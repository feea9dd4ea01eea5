import type { Report } from '@signalbox/core'
import type { Backoff } from '../backoff.ts'
import { pause } from '../backoff.ts'
import type { ListeningClient } from './client.ts'

/** What is listened to, and with what. */
export interface Listening {
  /** Opens a connection of its own. */
  readonly connect: () => Promise<ListeningClient>
  readonly channel: string
  /** The payload of a notification; `undefined` once the connection stands again: whatever came before was not heard. */
  readonly onMessage: (payload: string | undefined) => void
  readonly report: Report
  readonly backoff: Backoff
}

/** Listens for notifications, and again after every lost connection, until told to stop. */
export function listen({ connect, channel, onMessage, report, backoff }: Listening): { stop(): Promise<void> } {
  let client: ListeningClient | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isReported = false
  let attempt = 0

  async function start(): Promise<void> {
    try {
      const fresh = await connect()
      client = fresh
      fresh.on('notification', ({ payload }) => onMessage(payload ?? ''))
      fresh.on('error', () => lost(fresh))
      fresh.on('end', () => lost(fresh))
      await fresh.query(`listen "${channel}"`)
      attempt = 0
      isReported = false
      onMessage(undefined)
    } catch (error) {
      // Once for each outage; news are looked for all the same.
      if (!isReported && !isStopped) report(error)
      isReported = true
      lost(client)
    }
    if (isStopped) await stop()
  }

  /** Of the signs of a lost connection, the first one counts. */
  function lost(one: ListeningClient | undefined): void {
    if (one !== client || timer || isStopped) return
    client = undefined
    one?.end().catch(() => {})
    timer = setTimeout(
      () => {
        timer = undefined
        void start()
      },
      pause(attempt++, backoff),
    ).unref()
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    const last = client
    client = undefined
    await last?.end().catch(() => {})
  }

  void start()
  return { stop }
}
