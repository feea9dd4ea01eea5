import { nearest } from '../nearest.ts'
import type { Ports, Unsubscribe } from '../ports.ts'
import type { ChangeEvent, EventType } from './event.ts'
import { eventTypes } from './event.ts'
import type { EventOf } from './event-of.ts'
import type { Follower } from './follower.ts'

/** The events of a type; of all types for `*`. */
export type Heard<T extends EventType | '*'> = T extends EventType ? EventOf<T> : ChangeEvent

/**
 * Calls back for every event of a type, or of all for `'*'`, that is committed from now on, by whichever process, in order;
 * frozen, for all listeners share it. Listeners are called behind the write, each in turns of its own: neither writes nor other
 * listeners wait for a slow one. `close` waits until they have been called for all that this process knows. What a listener throws, or
 * its promise rejects with, is reported and touches no one else. On a store that is not in this process, `await ready()` to be sure that
 * listening has begun. Returns what ends it. Throws a `TypeError` for a type that there is not.
 */
export type On = <T extends EventType | '*'>(type: T, listener: (event: Heard<T>) => unknown) => Unsubscribe

interface BusPorts extends Pick<Ports, 'report' | 'wait'> {
  readonly follower: Follower
  /** Aborted when the instance closes. */
  readonly closing: AbortSignal
}

const RETRY_MS = 1000

/** The typed bus of an instance. */
export function createBus({ follower, report, wait, closing }: BusPorts): On {
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
    checkType(type)
    if (closing.aborted) return () => {}
    const isWanted = type === '*' ? () => true : (event: ChangeEvent) => event.type === type
    const leave = follower.later((event) => {
      const returned = (listener as (event: ChangeEvent) => unknown)(sharedOf(event))
      if (returned instanceof Promise) returned.catch(report)
    }, isWanted)
    if (!hasBegun) void begin()
    hasBegun = true
    return leave
  }
}

const shared = new WeakMap<ChangeEvent, ChangeEvent>()

/** An event as all listeners see it: a copy, for the event itself is what others of this process rely on. */
function sharedOf(event: ChangeEvent): ChangeEvent {
  const known = shared.get(event)
  if (known) return known
  const copy = frozen(structuredClone(event))
  shared.set(event, copy)
  return copy
}

function checkType(type: string): void {
  if (type === '*' || (eventTypes as readonly string[]).includes(type)) return
  const meant = nearest(type, eventTypes)
  throw new TypeError(
    `There are no events of the type ${type}: ${meant ? `the nearest is ${meant}` : "'*' is all types"}`,
  )
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member)
    Object.freeze(value)
  }
  return value
}
