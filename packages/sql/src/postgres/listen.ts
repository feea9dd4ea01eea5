import type { Report } from '@signalbox/core'
import type { Backoff } from '../backoff.ts'
import { pause } from '../backoff.ts'
import { within } from '../within.ts'
import type { ListeningClient } from './client.ts'
import { noAnswer, toFailure } from './failures.ts'

/** What is listened to, and with what. */
export interface Listening {
  /** Opens a connection of its own. */
  readonly connect: () => Promise<ListeningClient>
  readonly channel: string
  /** The payload of a notification; `undefined` once the connection stands again: whatever came before was not heard. */
  readonly onMessage: (payload: string | undefined) => void
  readonly report: Report
  readonly backoff: Backoff
  /** Milliseconds from one sign of life of the connection to the next. */
  readonly heartbeat: number
  /** How long the database may take to answer, in milliseconds. */
  readonly timeout: number
}

/** How long to wait for a connection to say goodbye, in milliseconds; a silent one never does. */
const GOODBYE_MS = 500

/** Listens for notifications, and again after every connection that was lost or fell silent, until told to stop. */
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

  /** A connection, or a failure in time. One that stands only later is of no use any more. */
  async function connected(): Promise<ListeningClient> {
    const connecting = connect()
    return answered(connecting, 'CONNECT_TIMEOUT').catch((error) => {
      connecting.then(goodbye, () => {})
      throw error
    })
  }

  /** A connection that dies without a word looks like one on which there is nothing to tell. */
  function beat(one: ListeningClient): void {
    if (one !== client || isStopped) return
    beating = setTimeout(() => {
      answered(one.query('select 1')).then(
        () => beat(one),
        (error) => one === client && fail(error, one),
      )
    }, heartbeat).unref()
  }

  /** Reports once for each outage; news are looked for all the same. */
  function fail(error: unknown, one: ListeningClient | undefined): void {
    if (!isReported && !isStopped) report(toFailure(error))
    isReported = true
    lost(one)
  }

  /** Of the signs of a lost connection, the first one counts. */
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
