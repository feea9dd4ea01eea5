import { nearest } from '../nearest.ts'
import type { Ports, Unsubscribe } from '../ports.ts'
import type { ChangeEvent } from './event.ts'
import type { Follower } from './follower.ts'

/** Calls back for the events of a type; of all types for `*`. */
export type Listen = (type: string, listener: (event: ChangeEvent) => unknown) => Unsubscribe

interface BusPorts extends Pick<Ports, 'report' | 'wait'> {
  /** The types that there are. */
  readonly eventTypes: readonly string[]
  readonly follower: Follower
  /** Aborted when the instance closes. */
  readonly closing: AbortSignal
}

const RETRY_MS = 1000

/** The bus of an instance. */
export function createBus({ follower, report, wait, closing, eventTypes }: BusPorts): Listen {
  const known = new Set(eventTypes) // a store may have events of other instances, which have more parts
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
    const isWanted = (event: ChangeEvent) => (type === '*' ? known.has(event.type) : event.type === type)
    const leave = follower.later((event) => {
      const returned = listener(sharedOf(event))
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

function checkType(type: string, eventTypes: readonly string[]): void {
  if (type === '*' || eventTypes.includes(type)) return
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
