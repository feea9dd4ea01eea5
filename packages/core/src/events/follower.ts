import type { Ports, Unsubscribe } from '../ports.ts'
import type { ChangeEvent } from './event.ts'

/** Keeps what this process remembers as fresh as the store's log. */
export interface Follower {
  /** Follows from the newest event on; loads what `on` listeners need to know before. Calling it again waits for the first. */
  start(): Promise<void>
  /** Id of the newest event that every listener has seen; 0 before the start. */
  readonly last: number
  /** Calls back for every event from the start on, in order. */
  on(listener: (event: ChangeEvent) => void): void
  /** Resolves when every listener has seen the event with this id; at once when nothing follows. */
  applied(eventId: number): Promise<void>
  close(): void
}

const RETRY = 1000

/**
 * One reader of the log for all that follows it in this process. It reads whenever the store has news, and waits for nothing in
 * between: so, where a host isolates requests, the events of a write are taken in by the request that writes.
 */
export function createFollower({ store, report }: Pick<Ports, 'store' | 'report'>): Follower {
  const listeners: ((event: ChangeEvent) => void)[] = []
  let starting: Promise<void> | undefined
  let unwatch: Unsubscribe | undefined
  let isClosed = false
  let isReading = false
  let hasNews = false
  /** The store cannot be read: nobody waits for what will come once it can. */
  let isFailing = false
  let last = 0
  let waiting: { id: number; resolve: () => void }[] = []

  /** Lets those go on who wait for events up to this one. */
  function release(id: number): void {
    if (waiting.length === 0) return
    const done = waiting.filter((one) => one.id <= id)
    waiting = waiting.filter((one) => one.id > id)
    for (const { resolve } of done) resolve()
  }

  function onNews(): void {
    hasNews = true
    if (!isReading) void keepUp()
  }

  async function keepUp(): Promise<void> {
    isReading = true
    while (hasNews && !isClosed)
      try {
        hasNews = false
        for await (const event of store.read({ after: last })) {
          if (isClosed) break
          for (const listener of listeners) listener(event)
          last = event._id
          release(last)
        }
        isFailing = false
      } catch (error) {
        report(error)
        isFailing = true
        release(Number.POSITIVE_INFINITY)
        await new Promise((resolve) => setTimeout(resolve, RETRY))
        hasNews = true
      }
    isReading = false
  }

  async function begin(): Promise<void> {
    last = await store.head()
    if (isClosed) return
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
    async applied(eventId) {
      await starting
      if (starting && !isClosed && !isFailing && eventId > last)
        await new Promise<void>((resolve) => waiting.push({ id: eventId, resolve }))
    },
    close() {
      isClosed = true
      unwatch?.()
      release(Number.POSITIVE_INFINITY)
    },
  }
}
