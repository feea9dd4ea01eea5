import type { Ports, Unsubscribe } from '../../ports.ts'
import { nearest } from '../errors/nearest.ts'
import type { EventHead } from './deferred.ts'
import type { ChangeEvent } from './event.ts'
import type { Follower } from './follower.ts'

/** Subscribes to the events of a type, or of all types for `*`. */
export type Listen = (type: string, listener: (event: ChangeEvent) => unknown) => Unsubscribe

interface BusPorts extends Pick<Ports, 'report' | 'wait'> {
  /** The known event types. */
  readonly eventTypes: readonly string[]
  readonly follower: Follower
  /** Aborts when the instance closes. */
  readonly closing: AbortSignal
}

const RETRY_MS = 1000

/** Creates the event bus of an instance. */
export function createListeners({ follower, report, wait, closing, eventTypes }: BusPorts): Listen {
  const known = new Set(eventTypes) // other instances on the store may have more event types
  let hasBegun = false
  async function begin(): Promise<void> {
    while (!closing.aborted)
      try {
        return await follower.start()
      } catch (error) {
        report(error)
        await wait(RETRY_MS, closing)
      }
  }

  return (type, listener) => {
    checkType(type, eventTypes)
    if (closing.aborted) return () => {}
    const accept = (event: EventHead) => (type === '*' ? known.has(event.type) : event.type === type)
    const take = (event: ChangeEvent) => {
      const returned = listener(sharedOf(event))
      if (returned instanceof Promise) returned.catch(report)
    }
    const leave = follower.later(take, { accept, name: 'listeners' })
    if (!hasBegun) void begin()
    hasBegun = true
    return leave
  }
}

const shared = new WeakMap<ChangeEvent, ChangeEvent>()

/** A copy of an event for listeners, because other code in this process relies on the original. */
function sharedOf(event: ChangeEvent): ChangeEvent {
  const known = shared.get(event)
  if (known) return known
  const copy = frozen(structuredClone(event))
  shared.set(event, copy)
  return copy
}

function checkType(type: string, eventTypes: readonly string[]): void {
  if (type === '*' || eventTypes.includes(type)) return
  const meant = nearest(type, eventTypes)
  throw new TypeError(`Unknown event type ${type}: ${meant ? `did you mean ${meant}?` : "use '*' for all types"}`)
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member)
    Object.freeze(value)
  }
  return value
}
