import { createClosing } from '../closing.ts'
import type { Ports, Unsubscribe } from '../ports.ts'
import { createDeferred } from './deferred.ts'
import type { ChangeEvent } from './event.ts'
import { createWaiters } from './waiters.ts'

/** Keeps what this process remembers as fresh as the store's log. */
export interface Follower {
  /** Follows from the newest event on; loads what `on` listeners need to know before. Calling it again waits for the first. */
  start(): Promise<void>
  /** Id of the newest event that every listener of `on` has seen; 0 before the start. */
  readonly last: number
  /**
   * Calls back for every event from the start on, in order. Writes wait for it: it is for what the next call relies on, and takes as good
   * as no time. What it throws is reported.
   */
  on(listener: (event: ChangeEvent) => void): void
  /**
   * Calls back for every event that `accept` chooses, in order, in turns of its own: no write and no other listener waits for it. What it
   * throws is reported. Returns what ends it.
   */
  later(listener: (event: ChangeEvent) => void, accept?: (event: ChangeEvent) => boolean): Unsubscribe
  /** Resolves when every listener of `on` has seen the event with this id; at once when nothing follows. */
  applied(eventId: number): Promise<void>
  /** Reads no more. Resolves when every listener has been called for what was read. */
  close(): Promise<void>
}

const RETRY = 1000

/**
 * One reader of the log for all that follows it in this process. It reads whenever the store has news, and waits for nothing in
 * between: so, where a host isolates requests, the events of a write are taken in by the request that writes.
 */
export function createFollower(ports: Pick<Ports, 'store' | 'clock' | 'report' | 'wait'>): Follower {
  const { store, report, wait } = ports
  const listeners: ((event: ChangeEvent) => void)[] = []
  const deferred = createDeferred(ports)
  const waiters = createWaiters()
  const closing = createClosing()
  let starting: Promise<void> | undefined
  let unwatch: Unsubscribe | undefined
  let isReading = false
  let hasNews = false
  /** The store cannot be read: nobody waits for what will come once it can. */
  let isFailing = false
  let last = 0

  function onNews(): void {
    hasNews = true
    if (!isReading) void keepUp()
  }

  async function keepUp(): Promise<void> {
    isReading = true
    while (hasNews && !closing.signal.aborted)
      try {
        hasNews = false
        for await (const event of store.read({ after: last })) {
          if (closing.signal.aborted) break
          pass(event)
        }
        isFailing = false
      } catch (error) {
        report(error)
        isFailing = true
        waiters.release(Number.POSITIVE_INFINITY)
        await wait(RETRY, closing.signal)
        hasNews = true
      }
    isReading = false
  }

  function pass(event: ChangeEvent): void {
    for (const listener of listeners)
      try {
        listener(event)
      } catch (error) {
        report(error)
      }
    last = event._id
    waiters.release(last)
    deferred.push(event)
  }

  async function begin(): Promise<void> {
    last = await store.head()
    if (closing.signal.aborted) return
    unwatch = store.watch(onNews)
    onNews()
  }

  return {
    start() {
      starting ??= begin().catch((error) => {
        starting = undefined
        throw error
      })
      return starting
    },
    get last() {
      return last
    },
    on: (listener) => void listeners.push(listener),
    later: deferred.add,
    async applied(eventId) {
      await starting
      if (starting && !closing.signal.aborted && !isFailing && eventId > last) await waiters.until(eventId)
    },
    close() {
      closing.abort()
      unwatch?.()
      waiters.release(Number.POSITIVE_INFINITY)
      return deferred.empty()
    },
  }
}
