import { EventEmitter } from 'eventemitter3'
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
 * frozen, for all listeners share it. A write of this process resolves when its listeners have been called; it does not
 * wait for what they return. What a listener throws, or its promise rejects with, is reported and touches no one else. On a
 * store that is not in this process, `await ready()` to be sure that listening has begun. Returns what ends it. Throws a
 * `TypeError` for a type that there is not.
 */
export type On = <T extends EventType | '*'>(type: T, listener: (event: Heard<T>) => unknown) => Unsubscribe

interface BusPorts extends Pick<Ports, 'report' | 'wait'> {
  readonly follower: Follower
  /** Aborted when the instance closes. */
  readonly closing: AbortSignal
}

type Listener = (event: ChangeEvent) => void
const RETRY_MS = 1000

/** The typed bus of an instance. */
export function createBus({ follower, report, wait, closing }: BusPorts): On {
  const emitter = new EventEmitter<Record<string, [ChangeEvent]>>()
  closing.addEventListener('abort', () => emitter.removeAllListeners(), { once: true })

  follower.on((event) => {
    const { type } = event
    if (emitter.listenerCount(type) + emitter.listenerCount('*') === 0) return
    const shared = frozen(structuredClone(event))
    emitter.emit(type, shared)
    emitter.emit('*', shared)
  })

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
    const guarded: Listener = (event) => {
      try {
        const returned = (listener as (event: ChangeEvent) => unknown)(event)
        if (returned instanceof Promise) returned.catch(report)
      } catch (error) {
        report(error)
      }
    }
    if (closing.aborted) return () => {}
    emitter.on(type, guarded)
    if (!hasBegun) void begin()
    hasBegun = true
    return () => void emitter.off(type, guarded)
  }
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
