import type { Ports, Unsubscribe } from '../../ports.ts'
import { isolatesRequests } from '../time/closing.ts'
import { nextTurn } from '../time/wait.ts'
import { type ChangeEvent, type LoggedEvent, whole } from './event.ts'
import type { Position } from './positions.ts'

/** What listeners choose events by: their values may not be parsed yet. */
export type EventHead = Pick<ChangeEvent, '_id' | 'type' | 'key' | 'domain'>

/** How a listener receives events. */
export interface DeferredOptions {
  /** Which events it receives. @default all */
  readonly accept?: (event: EventHead) => boolean
  /** Under which name its position is returned. @default its position is not returned */
  readonly name?: string
}

/** Listeners that writes do not wait for. */
export interface Deferred {
  /** Queues events for a listener. Returns a function that removes the listener. */
  add(listener: (event: ChangeEvent) => void, options?: DeferredOptions): Unsubscribe
  /** Queues an event for every listener that accepts it. */
  push(event: LoggedEvent): void
  /** How far the listeners with a name have got, if `last` is the last event that was pushed. */
  positions(last: number): Iterable<Position>
  /** Resolves when all queues are empty. */
  empty(): Promise<void>
}

interface Queue {
  readonly listener: (event: ChangeEvent) => void
  readonly accept: (event: EventHead) => boolean
  readonly name: string | undefined
  events: ChangeEvent[]
}

/**
 * The longest time a listener with a backlog may keep the thread, in milliseconds. It always gets at least one event.
 */
const SPELL_MS = 5

/**
 * Calls each listener in turns of its own, between which other work has the thread. A slow listener thus costs only its
 * own time. Each listener gets its events in order; what it throws is reported. Where the host isolates requests, a
 * turn may never come once the request has ended, so listeners are called at once.
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

  /** Processes one queue until its time is up. A removed listener gets no more events. */
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
      if (queue.events.length > 0 && queues.has(queue)) due.add(queue) // after the other queues
    }
    running = undefined
  }

  return {
    add(listener, { accept = () => true, name } = {}) {
      const queue: Queue = { listener, accept, name, events: [] }
      queues.add(queue)
      return () => {
        queues.delete(queue)
        due.delete(queue)
      }
    },
    push(logged) {
      const isAtOnce = isolatesRequests()
      let event: ChangeEvent | undefined // parsed once for all, and only if someone accepts it
      for (const queue of queues) {
        if (!queue.accept(logged)) continue
        event ??= whole(logged)
        if (isAtOnce) {
          call(queue.listener, event)
          continue
        }
        queue.events.push(event)
        due.add(queue)
      }
      if (due.size > 0) running ??= run()
    },
    *positions(last) {
      for (const { name, events } of queues)
        if (name !== undefined) yield { name, position: events[0] ? events[0]._id - 1 : last }
    },
    empty: async () => running,
  }
}
