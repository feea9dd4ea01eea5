import type { InstancePorts, Unsubscribe } from '../../ports.ts'
import { inGroups } from '../answers/iterable.ts'
import { createClosing } from '../time/closing.ts'
import { createDeferred, type DeferredOptions } from './deferred.ts'
import type { ChangeEvent, LoggedEvent } from './event.ts'
import { furthestBehind, type Position } from './positions.ts'
import { createWaiters } from './waiters.ts'

/** Keeps the state in this process up to date with the store's log. */
export interface Follower {
  /**
   * Starts to follow at the newest event, once the state that listeners of `on` need is loaded. Later calls wait for
   * the first.
   */
  start(): Promise<void>
  /** The id of the newest event that every listener of `on` has processed; 0 before the start. */
  readonly last: number
  /**
   * Calls back for every event after the start, in order. Writes wait for these listeners, so they must be fast: use
   * `on` for state that the next call relies on. What a listener throws is reported. Listeners that need values parse
   * them (`whole`), because the events of an upload may come as texts.
   */
  on(listener: (event: LoggedEvent) => void): void
  /**
   * Calls back for every event that `accept` selects, in order, in turns of its own: neither writes nor other listeners
   * wait for it. What it throws is reported. Returns a function that ends the subscription.
   */
  later(listener: (event: ChangeEvent) => void, options?: DeferredOptions): Unsubscribe
  /** Adds consumers of the log with positions of their own. `positions` calls `source` each time. */
  track(source: () => Iterable<Position>): void
  /**
   * How far the consumers of the log in this process have got: `state` (the listeners of `on`), the named listeners of
   * `later`, and the consumers of `track`. Of several with one name, the one that is furthest behind. Empty before the
   * start.
   */
  positions(): readonly Position[]
  /**
   * Resolves when every listener of `on` has processed the event with this id; at once if the follower does not run.
   */
  applied(eventId: number): Promise<void>
  /** Stops reading. Resolves when every listener has been called for the events read so far. */
  close(): Promise<void>
}

const RETRY = 1000

/**
 * Reads the log once for all listeners in this process. It reads whenever the store announces events, and never waits
 * in between: on a host that isolates requests, the request that writes also processes the events of its write.
 */
export function createFollower(ports: Pick<InstancePorts, 'store' | 'clock' | 'report' | 'wait'>): Follower {
  const { store, report, wait } = ports
  const listeners: ((event: LoggedEvent) => void)[] = []
  const deferred = createDeferred(ports)
  const waiters = createWaiters()
  const sources: (() => Iterable<Position>)[] = []
  const closing = createClosing()
  let starting: Promise<void> | undefined
  let unwatch: Unsubscribe | undefined
  let isReading = false
  let hasNews = false
  /** Whether the last read of the store failed. Writes then do not wait for events. */
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
        for await (const events of inGroups(store.read({ after: last, asText: true })))
          for (const event of events) {
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

  function pass(event: LoggedEvent): void {
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

  function* allPositions(): Iterable<Position> {
    yield { name: 'state', position: last }
    yield* deferred.positions(last)
    for (const source of sources) yield* source()
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
    track: (source) => void sources.push(source),
    positions: () => (unwatch ? furthestBehind(allPositions()) : []),
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
