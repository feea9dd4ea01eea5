import { createClosing, type Random, type Wait } from '@signalbox/core/evaluate'
import { isRefusal, isUnauthenticated, retryAfterMs } from '../failures.ts'
import { backOff, newKey } from '../following/back-off.ts'
import { withTimeout } from '../following/with-timeout.ts'
import { safely } from './keep-outbox.ts'
import type { Happened, OutboxStore, Queued } from './outbox-store.ts'
import { isNotEligible } from './refusals.ts'

interface Entry extends Queued {
  readonly whenOver: (() => void)[]
}

interface OutboxPorts {
  /** Persists the queue across restarts. */
  readonly store?: OutboxStore | undefined
  /** Sends an entry to the server. */
  readonly send: (queued: Queued, signal: AbortSignal) => PromiseLike<void>
  readonly report: (error: unknown) => void
  readonly random: Random
  readonly wait: Wait
  /** The maximum length of the queue. When it is full, new entries are dropped. */
  readonly capacity: number
  /** Timeout of an attempt in milliseconds. */
  readonly timeoutMs: number
  /** The maximum duration of `close` in milliseconds. */
  readonly closeMs: number
}

/** A queue of events to send. Each is sent at least once, with a key by which the server counts it once. */
export interface Outbox {
  /** Queues an event. The events of one client are sent in order, one at a time. */
  add(happened: Happened): void
  /** Resolves when everything queued so far was accepted or refused, or was given up by `close`. */
  flush(): Promise<void>
  /** Keeps sending for a while, then reports what is left. Later events are not accepted. */
  close(): Promise<void>
}

/** How many entries are sent at once, each of a different client. */
const LANES = 16

/** Creates an outbox. It sends each event in a call of its own until the server accepts it or refuses it for good. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { send, report, random, wait, capacity, timeoutMs, closeMs } = ports
  /** Entries by client. The first entry of each is sent next; a client whose call failed moves to the end. */
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

  /** Puts the entries of an earlier program first. */
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
        ? `${kind} of ${id} was called after close() and is not sent`
        : `The queue is full (${capacity} displayed and won): ${kind} of ${id} and further calls are dropped. Raise the option queue`,
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

  /** Sends one entry. Returns `OVER`, or the pause in milliseconds that the server requested. */
  async function attempt(entry: Entry): Promise<number> {
    const { kind, id, clientId } = entry
    const limit = { ms: timeoutMs, wait, signal: givenUp.signal, what: `request to record ${kind} of ${id}` }
    try {
      await withTimeout((signal) => send(entry, signal), limit)
      isKeyRefused = false
    } catch (cause) {
      if (isUnauthenticated(cause)) reportKey(cause)
      if (!isRefusal(cause)) {
        const queue = waiting.get(clientId) as Entry[]
        waiting.delete(clientId)
        waiting.set(clientId, queue)
        return retryAfterMs(cause)
      }
      if (!isNotEligible(cause))
        report(new Error(`${kind} of ${id} was rejected by the server and is not counted`, { cause }))
    }
    remove(entry)
    return OVER
  }

  /** Reports rejected credentials once, until a call succeeds again. The entries stay in the queue. */
  function reportKey(cause: unknown): void {
    if (!isKeyRefused)
      report(
        new Error(
          'The server rejects the API key of this program: displayed and won stay queued until a valid key is set',
          { cause },
        ),
      )
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
    report(
      new Error(`The queue was full (${capacity}), so ${lost} displayed and won were dropped: raise the option queue`),
    )
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
      report(new Error(`${size} displayed and won could not be sent within ${closeMs} ms (closeMs) and ${end}`))
      for (const { whenOver } of [...waiting.values()].flat()) for (const tell of whenOver) tell()
    },
  }
}

const OVER = -1
