import type { ChangeEvent } from '../machine/log/event.ts'
import { firstOf, readBack } from '../machine/log/read-back.ts'
import { textOf } from '../machine/log/text-of.ts'
import { createRests } from '../machine/time/yield-by-time.ts'
import type { Clock, PastEvents, Reads } from '../ports.ts'

/** Selects a page of past events. */
export interface Page {
  readonly accept: (event: ChangeEvent) => boolean
  /** The key that accepted events have, if they have only one: then events of other keys are not examined. */
  readonly key?: string | undefined
  /** Only events with smaller ids. @default all */
  readonly before?: number | undefined
  /** The most events of the page. */
  readonly limit: number
}

/** A page of past events, newest first. */
export interface HistoryPage {
  readonly results: ChangeEvent[]
  /** The value of `before` for the next page. Absent if there is nothing older. */
  readonly next?: number
  /** When the oldest event of the log was written, as in events. Absent if the log is empty. */
  readonly oldest?: string
}

/** The most events that one page examines, so that a page costs the same however rare the wanted events are. */
const MOST_EXAMINED = 10_000
/** How long a page examines events, in milliseconds. */
const SPELL_MS = 1000
/** The most characters of a page, as JSON. It has at least one event. */
const MOST_SIZE = 8 * 1024 * 1024

/**
 * A page of past events. It ends before its limit if it has examined 10,000 events, or for a second, or has 8 MiB; then
 * `next` says where to go on.
 */
export async function readHistory(
  { store, clock }: { readonly store: Reads; readonly clock: Clock },
  { accept, key, before, limit }: Page,
): Promise<HistoryPage> {
  const oldest = (await firstOf(store))?.timestamp
  const reach = oldest !== undefined && { oldest }
  const results: ChangeEvent[] = []
  const end = clock() + SPELL_MS
  const rest = createRests({ clock })
  let size = 0
  let examined = 0
  let last: number | undefined
  const past: PastEvents = {
    ...(before !== undefined && { before }),
    ...(key !== undefined && store.readBack && { key }), // other stores would read on until they find enough
    limit: MOST_EXAMINED + 1,
  }
  for await (const event of store.replica?.readBack(past) ?? readBack(store, past)) {
    const isFull = results.length === limit || size >= MOST_SIZE || examined === MOST_EXAMINED || clock() >= end
    if (isFull && last !== undefined) return { results, next: last, ...reach }
    await rest()
    examined++
    last = event._id
    if (!accept(event)) continue
    results.push(event)
    size += textOf(event).length
  }
  return { results, ...reach }
}
