import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { ChangeEvent } from '@signalbox/core/contract'

/** A page of past events, the newest first. */
export interface PastPage {
  readonly results: readonly ChangeEvent[]
  readonly next?: number
  readonly oldest?: string
}

/** The events of a filter, the newest first: live ones on top, older ones by page. */
export interface EventList {
  readonly events: ReadonlySignal<readonly ChangeEvent[]>
  /** How many events arrived while the list is paused. */
  readonly waiting: ReadonlySignal<number>
  readonly isPaused: ReadonlySignal<boolean>
  /** Whether there are older events, and room for them. */
  readonly hasOlder: ReadonlySignal<boolean>
  /** Whether as many events are kept as may be, and there are older ones. */
  readonly isFull: ReadonlySignal<boolean>
  /** The timestamp of the oldest event in the log. */
  readonly oldest: ReadonlySignal<string | undefined>
  /** Adds an event that was just committed. */
  add(event: ChangeEvent): void
  pause(isPaused: boolean): void
  /** Reads the next page. */
  loadOlder(): Promise<void>
}

/** The most events that are kept: the newest. */
export const MOST_KEPT = 10_000

/** How many empty pages are read in a row before the user is asked again. */
const MOST_EMPTY = 10

/** A list of events. `read` reads a page of events before an id; `accepts` is the filter. */
export function createEventList(
  read: (before: number | undefined) => Promise<PastPage>,
  accepts: (event: ChangeEvent) => boolean,
): EventList {
  const events = signal<readonly ChangeEvent[]>([])
  const held = signal<readonly ChangeEvent[]>([])
  const isPaused = signal(false)
  const next = signal<number | 'first' | undefined>('first')
  const oldest = signal<string | undefined>(undefined)

  function show(newest: readonly ChangeEvent[]): void {
    const top = events.peek()[0]?._id ?? 0
    const all = [...newest.filter(({ _id }) => _id > top), ...events.peek()]
    keep(all)
  }

  /** Drops the oldest of too many. */
  function keep(all: readonly ChangeEvent[]): void {
    if (all.length > MOST_KEPT) next.value = all[MOST_KEPT - 1]!._id
    events.value = all.slice(0, MOST_KEPT)
  }

  const isFull = computed(() => next.value !== undefined && events.value.length >= MOST_KEPT)

  return {
    events,
    waiting: computed(() => held.value.length),
    isPaused,
    hasOlder: computed(() => next.value !== undefined && !isFull.value),
    isFull,
    oldest,
    add(event) {
      if (!accepts(event)) return
      if (isPaused.peek()) held.value = [event, ...held.peek()].slice(0, MOST_KEPT)
      else show([event])
    },
    pause(paused) {
      batch(() => {
        isPaused.value = paused
        if (paused) return
        show(held.peek())
        held.value = []
      })
    },
    async loadOlder() {
      for (let tries = 0; tries < MOST_EMPTY && next.peek() !== undefined && !isFull.peek(); tries++) {
        const from = next.peek()
        const page = await read(from === 'first' ? undefined : from)
        const known = new Set(events.peek().map(({ _id }) => _id))
        const found = page.results.filter((event) => accepts(event) && !known.has(event._id))
        batch(() => {
          oldest.value = page.oldest
          next.value = page.next
          keep([...events.peek(), ...found].sort((one, other) => other._id - one._id))
        })
        if (found.length > 0) return
      }
    },
  }
}
