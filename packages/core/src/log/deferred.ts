import { isolatesRequests } from '../closing.ts'
import type { Ports, Unsubscribe } from '../ports.ts'
import { nextTurn } from '../wait.ts'
import type { ChangeEvent } from './event.ts'

/** Listeners that no write waits for. */
export interface Deferred {
  /** Queues for a listener, from now on, the events that `accept` chooses. Returns what ends that. */
  add(listener: (event: ChangeEvent) => void, accept?: (event: ChangeEvent) => boolean): Unsubscribe
  /** Queues an event for everybody who wants it. */
  push(event: ChangeEvent): void
  /** Resolves when no queue has an event left. */
  empty(): Promise<void>
}

interface Queue {
  readonly listener: (event: ChangeEvent) => void
  readonly accept: (event: ChangeEvent) => boolean
  events: ChangeEvent[]
}

/** How long a listener that has many events left may keep the thread, in milliseconds. One event is taken in any case. */
const SPELL_MS = 5

/**
 * Calls each listener in turns of its own: between two turns, everybody else has the thread. So a slow listener costs no more than the
 * time it takes itself. Every listener gets its events in order. What a listener throws is reported. Where a host isolates requests, a
 * turn may never come once the request has ended: there listeners are called at once.
 */
export function createDeferred({ clock, report }: Pick<Ports, 'clock' | 'report'>, turn = nextTurn): Deferred {
  const queues = new Set<Queue>()
  const due = new Set<Queue>()
  let running: Promise<void> | undefined

  function call(listener: Queue['listener'], event: ChangeEvent): void {
    try {
      listener(event)
    } catch (error) {
      report(error)
    }
  }

  /** Takes events of one queue until its time is up. A listener that left takes none. */
  function take(queue: Queue): void {
    const end = clock() + SPELL_MS
    let taken = 0
    do call(queue.listener, queue.events[taken++] as ChangeEvent)
    while (taken < queue.events.length && queues.has(queue) && clock() < end)
    queue.events = queue.events.slice(taken)
  }

  async function run(): Promise<void> {
    while (due.size > 0) {
      await turn(0)
      const [queue] = due
      if (!queue) break
      due.delete(queue)
      take(queue)
      if (queue.events.length > 0 && queues.has(queue)) due.add(queue) // behind the others
    }
    running = undefined
  }

  return {
    add(listener, accept = () => true) {
      const queue: Queue = { listener, accept, events: [] }
      queues.add(queue)
      return () => {
        queues.delete(queue)
        due.delete(queue)
      }
    },
    push(event) {
      const isAtOnce = isolatesRequests()
      for (const queue of queues) {
        if (!queue.accept(event)) continue
        if (isAtOnce) {
          call(queue.listener, event)
          continue
        }
        queue.events.push(event)
        due.add(queue)
      }
      if (due.size > 0) running ??= run()
    },
    empty: async () => running,
  }
}
