import { type Signal, signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'
import { authorOf } from '../log/author.ts'
import { isSame } from '../values/is-same.ts'
import type { Origin } from './draft.ts'

/** What the page knows of a record. */
export type Held<T> =
  | { readonly state: 'loading' }
  /**
   * The newest record, and who changed it last if an event said so. `tag` is its entity tag; absent after an event,
   * because events do not carry it.
   */
  | { readonly state: 'ready'; readonly value: T; readonly tag?: string; readonly by?: string; readonly at?: number }
  /** There is no such record; `was` is the one that was deleted while the page knew it. */
  | { readonly state: 'missing'; readonly was?: T; readonly by?: string; readonly at?: number }
  /** The call failed: `error` says why (FORBIDDEN, UNAVAILABLE, …). `retry` calls again. */
  | { readonly state: 'failed'; readonly error: unknown; retry(): void }

/** What holding records needs. */
export interface HoldRecords<T> {
  /** Reads a record. It must not start before the event stream is open. */
  get(id: string): Promise<T>
  etagOf(record: object): string | undefined
  instantOf(timestamp: string): number | undefined
  /** Calls back after the time in which an unseen record is kept. Returns a function that cancels it. */
  later(run: () => void): () => void
  /** Called when a record is dropped. */
  onDrop?(id: string): void
}

/** The records of one kind that someone looks at. */
export interface HeldRecords<T> {
  /** The record as a signal. Reading starts at once. */
  find(id: string): HeldSignal<T>
  /** Applies the event of a change of this kind. */
  apply(event: ChangeEvent): void
  /** Reads a record again if someone looks at it, after an event that changed it; without an id, all of them. */
  readAgain(id?: string, cause?: ChangeEvent): void
  /** Reads the records again that could not be read. */
  retryFailed(): void
  /**
   * Remembers that a call is about to be answered with the newest record. The returned function takes the answer, unless
   * events were newer.
   */
  expect(id: string): (answer: T | undefined) => void
}

type HeldSignal<T> = Signal<Held<T>>

interface Slot<T> {
  readonly held: HeldSignal<T>
  /** Rises with every event of the record. */
  events: number
  /** Whether nobody looked at it for long: its value is dropped, and read again when someone looks. */
  isDropped: boolean
  /** Drops it after a while, unless someone looks at it. */
  dropLater(): void
  reading: number
}

/**
 * Holds the records of one kind. A value that was read never replaces that of an event which arrived meanwhile, because
 * it may be older; events arrive completely and in order, so the last one is always right in the end.
 */
export function holdRecords<T extends object>(ports: HoldRecords<T>): HeldRecords<T> {
  const { get, etagOf, instantOf, later, onDrop } = ports
  const slots = new Map<string, Slot<T>>()

  function slotOf(id: string): Slot<T> {
    const known = slots.get(id)
    if (known) return known
    let cancel = () => {}
    const slot: Slot<T> = {
      held: signal<Held<T>>(
        { state: 'loading' },
        {
          watched() {
            cancel()
            if (!slot.isDropped) return
            revive(id, slot)
            void read(id, slot)
          },
          unwatched: () => slot.dropLater(),
        },
      ),
      events: 0,
      isDropped: false,
      reading: 0,
      dropLater() {
        cancel()
        cancel = later(() => {
          slot.isDropped = true
          slot.held.value = { state: 'loading' }
          if (slots.get(id) === slot) slots.delete(id)
          onDrop?.(id)
        })
      },
    }
    slots.set(id, slot)
    slot.dropLater()
    void read(id, slot)
    return slot
  }

  /** Follows the events of a dropped record again, for whoever still has its signal. */
  function revive(id: string, slot: Slot<T>): void {
    slot.isDropped = false
    if (!slots.has(id)) slots.set(id, slot)
  }

  async function read(id: string, slot: Slot<T>, origin: Origin = {}): Promise<void> {
    slot.isDropped = false
    slot.reading += 1
    const { events, reading } = slot
    const isOutdated = () => slot.events !== events || slot.reading !== reading || slot.isDropped
    try {
      const value = await get(id)
      if (!isOutdated() || holds(slot, value)) show(slot, value, { tag: etagOf(value), origin })
    } catch (error) {
      if (isOutdated()) return
      if ((error as { code?: unknown }).code === 'NOT_FOUND') slot.held.value = missing(slot)
      else slot.held.value = { state: 'failed', error, retry: () => retry(id, slot) }
    }
  }

  function originOf({ authInfo, timestamp }: ChangeEvent): Origin {
    const at = instantOf(timestamp)
    return { ...(authInfo && { by: authorOf(authInfo).name }), ...(at !== undefined && { at }) }
  }

  function retry(id: string, slot: Slot<T>): void {
    slot.held.value = { state: 'loading' }
    void read(id, slot)
  }

  return {
    find(id) {
      return slotOf(id).held
    },
    apply(event) {
      const { key, type, payload } = event
      const slot = slots.get(key)
      if (!slot) return
      slot.events += 1
      const origin = originOf(event)
      const value = payload as T
      if (type.endsWith('_DELETED')) slot.held.value = { state: 'missing', was: value, ...origin }
      else if (holds(slot, value)) slot.held.value = { ...(slot.held.peek() as Ready<T>), ...origin }
      else slot.held.value = { state: 'ready', value, ...origin }
    },
    readAgain(only, cause) {
      const origin = cause && originOf(cause)
      for (const [id, slot] of slots) if (only === undefined || only === id) void read(id, slot, origin)
    },
    retryFailed() {
      for (const [id, slot] of slots) if (slot.held.peek().state === 'failed') void read(id, slot)
    },
    expect(id) {
      const slot = slotOf(id)
      const { events } = slot
      return (answer) => {
        slot.reading += 1
        if (slot.isDropped) {
          revive(id, slot)
          slot.dropLater()
        }
        if (answer === undefined) {
          if (slot.events === events) slot.held.value = missing(slot)
        } else if (slot.events === events || holds(slot, answer)) show(slot, answer, { tag: etagOf(answer) })
      }
    },
  }
}

type Ready<T> = Extract<Held<T>, { state: 'ready' }>

/** Whether a slot shows an equal record. */
function holds<T>({ held }: Slot<T>, value: T): boolean {
  const current = held.peek()
  return current.state === 'ready' && isSame(current.value, value)
}

interface Shown {
  readonly tag: string | undefined
  /** Who changed it, if an event was the cause to read it. */
  readonly origin?: Origin
}

function show<T>(slot: Slot<T>, value: T, { tag, origin = {} }: Shown): void {
  const current = slot.held.peek()
  const isEqual = holds(slot, value)
  const { by, at } = isEqual ? (current as Ready<T>) : origin
  slot.held.value = {
    state: 'ready',
    value: isEqual ? (current as Ready<T>).value : value,
    ...(tag !== undefined && { tag }),
    ...(by !== undefined && { by }),
    ...(at !== undefined && { at }),
  }
}

function missing<T>({ held }: Slot<T>): Held<T> {
  const current = held.peek()
  if (current.state === 'missing') return current
  return { state: 'missing', ...(current.state === 'ready' && { was: current.value }) }
}
