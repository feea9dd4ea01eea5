import type { UsageEntry } from '@signalbox/core/gateway'

/** What was counted and is not in a batch yet. */
export interface UsageEntries {
  add(entry: UsageEntry): void
  /** Removes and returns the oldest entries. */
  take(most: number): UsageEntry[]
  /** How many entries there are. */
  readonly size: number
}

interface EntriesOptions {
  /** The most entries. */
  readonly most: number
  /** The begin of the hour of an instant. */
  readonly hourOf: (instant: number) => number
  /** Is called each time that subscriptions are merged. */
  readonly onMerge: () => void
}

type Open = { -readonly [K in keyof UsageEntry]: UsageEntry[K] }

/**
 * Creates an empty list of entries. It is bounded, for a source that is away for long: first the minutes of an hour are
 * merged into one entry, then the subscriptions of a route into one without a subscription. No request is lost.
 */
export function createUsageEntries({ most, hourOf, onMerge }: EntriesOptions): UsageEntries {
  let open = new Map<string, Open>()

  function add(entry: UsageEntry): void {
    const key = keyOf(entry)
    const known = open.get(key)
    if (!known) return void open.set(key, { ...entry })
    known.requests += entry.requests
    known.bytesIn += entry.bytesIn
    known.bytesOut += entry.bytesOut
    known.backendMs += entry.backendMs
    known.limited += entry.limited
  }

  function merge(change: (entry: UsageEntry) => UsageEntry): void {
    const before = open
    open = new Map()
    for (const entry of before.values()) add(change(entry))
  }

  return {
    add(entry) {
      add(entry)
      if (open.size <= most) return
      merge((one) => ({ ...one, minute: hourOf(one.minute) }))
      // Merging half of the room away each time keeps it rare.
      if (open.size <= most / 2) return
      onMerge()
      merge(({ subscription: _, ...one }) => one)
    },
    take(count) {
      const taken: UsageEntry[] = []
      for (const [key, entry] of open) {
        if (taken.length === count) break
        taken.push(entry)
        open.delete(key)
      }
      return taken
    },
    get size() {
      return open.size
    },
  }
}

const keyOf = ({ route, plan = '', subscription = '', statusClass, minute }: UsageEntry): string =>
  `${minute} ${route} ${plan} ${subscription} ${statusClass}`
