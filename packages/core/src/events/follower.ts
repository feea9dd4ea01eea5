import type { Ports } from '../ports.ts'
import type { ChangeEvent } from './event.ts'
import { follow } from './stream.ts'

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

/** One reader of the log for all that follows it in this process. */
export function createFollower({ store, report }: Pick<Ports, 'store' | 'report'>): Follower {
  const closing = new AbortController()
  const listeners: ((event: ChangeEvent) => void)[] = []
  let starting: Promise<void> | undefined
  let last = 0
  let waiting: { id: number; resolve: () => void }[] = []

  /** Lets those go on who wait for events up to this one. */
  function release(id: number): void {
    if (waiting.length === 0) return
    const done = waiting.filter((one) => one.id <= id)
    waiting = waiting.filter((one) => one.id > id)
    for (const { resolve } of done) resolve()
  }

  async function keepUp(): Promise<void> {
    while (!closing.signal.aborted)
      try {
        for await (const event of follow(store, { after: last, signal: closing.signal, onCaughtUp: release })) {
          for (const listener of listeners) listener(event)
          last = event._id
          release(last)
        }
      } catch (error) {
        report(error)
        release(Number.POSITIVE_INFINITY)
        await new Promise((resolve) => setTimeout(resolve, RETRY))
      }
  }

  async function begin(): Promise<void> {
    last = await store.head()
    void keepUp()
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
      if (starting && !closing.signal.aborted && eventId > last)
        await new Promise<void>((resolve) => waiting.push({ id: eventId, resolve }))
    },
    close() {
      closing.abort()
      release(Number.POSITIVE_INFINITY)
    },
  }
}
