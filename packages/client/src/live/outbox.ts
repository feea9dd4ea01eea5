import type { Random, Wait } from '@signalbox/core/evaluate'
import { createClosing } from '@signalbox/core/evaluate'
import { backOff, newKey } from './back-off.ts'
import { isRefusal, isUnauthenticated, retryAfterMs } from './failures.ts'
import { inTime } from './in-time.ts'
import { safely } from './keep-outbox.ts'
import type { Happened, OutboxStore, Queued } from './outbox-store.ts'

interface Entry extends Queued {
  readonly whenOver: (() => void)[]
}

interface OutboxPorts {
  /** Where what waits is kept over restarts. */
  readonly store?: OutboxStore | undefined
  /** Tells the server. */
  readonly send: (queued: Queued, signal: AbortSignal) => PromiseLike<void>
  readonly report: (error: unknown) => void
  readonly random: Random
  readonly wait: Wait
  /** How many may wait; the oldest stay. */
  readonly capacity: number
  /** Milliseconds that an attempt may take. */
  readonly timeoutMs: number
  /** Milliseconds that closing may take. */
  readonly closeMs: number
}

/** What is to be sent: at least once, under a key by which the server counts it once. */
export interface Outbox {
  /** Queues one. What happened to one client is sent in order, one after the other. */
  add(happened: Happened): void
  /** Resolves when all that waits now was accepted or refused, or was given up by `close`. */
  flush(): Promise<void>
  /** Goes on sending for a while; what is left then is reported. Nothing is taken any more. */
  close(): Promise<void>
}

/** How many are on their way at once, each of another client. */
const LANES = 16

/** Sends what happened, each in a call of its own, until the server accepts it or refuses it for good. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { send, report, random, wait, capacity, timeoutMs, closeMs } = ports
  /** By client: their first entry is sent next; a client whose call fails goes behind the others. */
  const waiting = new Map<string, Entry[]>()
  const closing = createClosing()
  const givenUp = createClosing()
  let size = 0
  let lost = 0
  let isSending = false
  let isKeyRefused = false
  const store = ports.store && safely(ports.store, report)
  const loaded = store?.load().then(goOn)
  let isLoaded = !store

  /** What an earlier program has left goes first. */
  function goOn(left: readonly Queued[]): void {
    isLoaded = true
    if (givenUp.signal.aborted) return
    const since = [...waiting.values()].flat()
    waiting.clear()
    size = 0
    for (const one of left) enqueue({ ...one, whenOver: [] })
    for (const one of since) enqueue(one)
    void sendAll()
  }

  function enqueue(entry: Entry): void {
    const queue = waiting.get(entry.clientId)
    if (queue) queue.push(entry)
    else waiting.set(entry.clientId, [entry])
    size++
  }

  function add(happened: Happened): void {
    if (closing.signal.aborted || size >= capacity) {
      if (lost++ === 0) report(overflow(happened))
      return
    }
    const queued: Queued = { ...happened, idempotencyKey: newKey(random) }
    store?.add(queued)
    enqueue({ ...queued, whenOver: [] })
    void sendAll()
  }

  const overflow = ({ kind, id }: Happened) =>
    new Error(
      closing.signal.aborted
        ? `${kind} of ${id} came after close and is not sent`
        : `${capacity} displayed and won wait to be sent: ${kind} of ${id}, and what comes until they are sent, is lost`,
    )

  async function sendAll(): Promise<void> {
    if (isSending || !isLoaded) return
    isSending = true
    for (let failures = 0; size > 0 && !givenUp.signal.aborted; ) {
      const heads = [...waiting.values()].slice(0, LANES).map(([first]) => first as Entry)
      const pauses = await Promise.all(heads.map(attempt))
      if (pauses.includes(OVER)) failures = 0
      else await pause(Math.max(backOff(failures++, random), ...pauses))
    }
    isSending = false
  }

  /** `close` cuts the first pause short, so that one more attempt is made at once. */
  const pause = (ms: number) => wait(ms, closing.signal.aborted ? givenUp.signal : closing.signal)

  /** Sends one: `OVER`, or the milliseconds that the server wants to be left alone. */
  async function attempt(entry: Entry): Promise<number> {
    const { kind, id, clientId } = entry
    const limit = { ms: timeoutMs, wait, signal: givenUp.signal, what: `sending of ${kind} of ${id}` }
    try {
      await inTime((signal) => send(entry, signal), limit)
      isKeyRefused = false
    } catch (cause) {
      if (isUnauthenticated(cause)) reportKey(cause)
      if (!isRefusal(cause)) {
        const queue = waiting.get(clientId) as Entry[]
        waiting.delete(clientId)
        waiting.set(clientId, queue)
        return retryAfterMs(cause)
      }
      report(new Error(`${kind} of ${id} was refused and is not counted`, { cause }))
    }
    remove(entry)
    return OVER
  }

  /** Nothing is wrong with what waits: told once, until the key is good again. */
  function reportKey(cause: unknown): void {
    if (!isKeyRefused)
      report(new Error('displayed and won wait until the server takes the api key of this program', { cause }))
    isKeyRefused = true
  }

  function remove({ whenOver, ...queued }: Entry): void {
    const { clientId } = queued
    store?.remove(queued)
    const queue = waiting.get(clientId) as Entry[]
    queue.shift()
    if (queue.length === 0) waiting.delete(clientId)
    size--
    if (size === 0 && lost > 0 && !closing.signal.aborted) reportLost()
    for (const tell of whenOver) tell()
  }

  function reportLost(): void {
    report(new Error(`${lost} displayed and won were lost while ${capacity} others waited`))
    lost = 0
  }

  const allOver = () =>
    Promise.all(
      [...waiting.values()].flat().map(({ whenOver }) => new Promise<void>((tell) => void whenOver.push(tell))),
    )

  return {
    add,
    async flush() {
      await loaded
      await allOver()
    },
    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      const over = new AbortController()
      const all = (loaded ?? Promise.resolve()).then(allOver).then(() => over.abort())
      await Promise.race([all, wait(closeMs, over.signal)])
      givenUp.abort()
      store?.close()
      if (size === 0) return
      const end = store ? 'stay in the outbox for the next start' : 'are lost'
      report(new Error(`${size} displayed and won could not be sent within ${closeMs} ms and ${end}`))
      for (const { whenOver } of [...waiting.values()].flat()) for (const tell of whenOver) tell()
    },
  }
}

const OVER = -1
