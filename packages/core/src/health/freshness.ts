import type { Follower } from '../machine/log/follower.ts'
import type { InstancePorts } from '../ports.ts'

/** What is known about how current the records in memory are. */
export interface Freshness {
  /** Whether the store responds. */
  readonly store: 'up' | 'down'
  /** For how many milliseconds it has not been known that every event is applied; 0 while it is. */
  readonly lagMs: number
}

/** How far the log was at a time; `head` is absent if the store did not tell. */
interface Seen {
  readonly at: number
  readonly head?: number
}

/** How often the store is asked, at most, in milliseconds. */
const EVERY_MS = 1000
/** How long a probe waits for the store, in milliseconds. Usual probes wait for a second. */
export const PATIENCE_MS = 500
/** A store that does not respond for so long is down, in milliseconds. */
const SILENT_MS = 2000
/** What is remembered of a long outage. Its begin counts. */
const MOST_SEEN = 100

interface FreshnessPorts extends Pick<InstancePorts, 'store' | 'clock' | 'wait'> {
  readonly follower: Pick<Follower, 'last'>
}

/**
 * Watches whether the records in memory are current: whether the store responds, and all its events are applied. Looks only
 * when asked, at most once a second for all who ask. Ages are measured by the clock of this process, so a quiet log and
 * other clocks do not matter.
 */
export function createFreshness({ store, follower, clock, wait }: FreshnessPorts): () => Promise<Freshness> {
  /** When the store did not respond, or the log was further than what was applied. The oldest first. */
  let unsettled: Seen[] = []
  let looking: { readonly at: number; readonly done: Promise<void> } | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let isDown = false

  async function look(at: number): Promise<void> {
    try {
      note({ at, head: await store.head() })
      isDown = false
    } catch {
      isDown = true
      note({ at })
    }
    looking = undefined
  }

  function note(seen: Seen): void {
    unsettled = [...unsettled.slice(0, MOST_SEEN - 1), seen]
  }

  /** Once the log is applied up to where it was at some time, what was seen before does not matter anymore. */
  function settle(): void {
    const current = unsettled.findLastIndex((one) => one.head !== undefined && one.head <= follower.last)
    unsettled = unsettled.slice(current + 1)
  }

  return async () => {
    const now = clock()
    if (!looking && Math.abs(now - lookedAt) >= EVERY_MS) {
      lookedAt = now
      looking = { at: now, done: look(now) }
    }
    if (looking) {
      const done = new AbortController()
      await Promise.race([looking.done, wait(PATIENCE_MS, done.signal)])
      done.abort()
    }
    settle()
    const since = unsettled[0]?.at ?? looking?.at ?? clock()
    const isSilent = looking !== undefined && clock() - looking.at > SILENT_MS
    return { store: isDown || isSilent ? 'down' : 'up', lagMs: Math.max(0, clock() - since) }
  }
}
