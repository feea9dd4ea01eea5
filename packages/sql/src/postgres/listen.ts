import type { Report } from '@signalbox/core'
import { type Backoff, pause } from '../backoff.ts'
import { within } from '../within.ts'
import type { ListeningClient } from './client.ts'
import { noAnswer, toFailure } from './failures.ts'

/** What to listen to, and how. */
export interface Listening {
  /** Opens a dedicated connection. */
  readonly connect: () => Promise<ListeningClient>
  readonly channel: string
  /**
   * Receives the payload of a notification, or `undefined` once the connection is up (again): earlier notifications may
   * have been missed.
   */
  readonly onMessage: (payload: string | undefined) => void
  readonly report: Report
  readonly backoff: Backoff
  /** Milliseconds between two checks that the connection is alive. */
  readonly heartbeat: number
  /** How long the database may take to answer, in milliseconds. */
  readonly timeout: number
}

/** How long to wait for a connection to close, in milliseconds. A connection that went silent never does. */
const GOODBYE_MS = 500

/** Listens for notifications until stopped, and reconnects when a connection is lost or goes silent. */
export function listen(options: Listening): { stop(): Promise<void> } {
  const { connect, channel, onMessage, report, backoff, heartbeat, timeout } = options
  let client: ListeningClient | undefined
  let timer: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined
  let isStopped = false
  let isReported = false
  let attempt = 0

  const answered = <T>(task: Promise<T>, code?: 'CONNECT_TIMEOUT'): Promise<T> =>
    within({ ms: timeout, late: () => noAnswer(code) }, task)

  async function start(): Promise<void> {
    try {
      const fresh = await connected()
      client = fresh
      fresh.on('notification', ({ payload }) => onMessage(payload ?? ''))
      fresh.on('error', () => lost(fresh))
      fresh.on('end', () => lost(fresh))
      await answered(fresh.query(`listen "${channel}"`))
      attempt = 0
      isReported = false
      onMessage(undefined)
      beat(fresh)
    } catch (error) {
      fail(error, client)
    }
    if (isStopped) await stop()
  }

  /** Opens a connection, or fails after the timeout. A connection that opens later is closed. */
  async function connected(): Promise<ListeningClient> {
    const connecting = connect()
    return answered(connecting, 'CONNECT_TIMEOUT').catch((error) => {
      connecting.then(goodbye, () => {})
      throw error
    })
  }

  /**
   * Checks that the connection is alive: a connection that died silently looks the same as one without notifications.
   */
  function beat(one: ListeningClient): void {
    if (one !== client || isStopped) return
    beating = setTimeout(() => {
      answered(one.query('select 1')).then(
        () => beat(one),
        (error) => one === client && fail(error, one),
      )
    }, heartbeat).unref()
  }

  /** Reports once per outage and reconnects. Polling continues meanwhile. */
  function fail(error: unknown, one: ListeningClient | undefined): void {
    if (!isReported && !isStopped) report(toFailure(error))
    isReported = true
    lost(one)
  }

  /** A lost connection can raise several events; only the first one counts. */
  function lost(one: ListeningClient | undefined): void {
    if (one !== client || timer || isStopped) return
    client = undefined
    clearTimeout(beating)
    if (one) void goodbye(one)
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
    clearTimeout(beating)
    const last = client
    client = undefined
    if (last) await goodbye(last)
  }

  void start()
  return { stop }
}

const goodbye = (client: ListeningClient): Promise<unknown> =>
  within({ ms: GOODBYE_MS, late: () => undefined }, client.end()).catch(() => {})
