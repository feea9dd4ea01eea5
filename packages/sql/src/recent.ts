import type { ChangeEvent } from '@signalbox/core/store'
import type { EventRow, LogPart } from './log.ts'
import type { CommitRequest, Outcome } from './request.ts'

/**
 * The events of this process's last commits. Its readers follow the log closely, so most of the time they get the
 * events here, and the database only tells them that there are no further events.
 */
export interface Recent {
  /** Adds events that directly follow the event `before`. */
  add(before: number, events: readonly EventRow[]): void
  /** Reads from the given id as far as the events are known here, then from the database. */
  read(part: LogPart, rest: (part: LogPart) => AsyncIterable<ChangeEvent>): AsyncGenerator<ChangeEvent, void, undefined>
  /** Forgets all events, because some are about to be deleted. */
  clear(): void
}

/** The most characters to keep. Older events are read from the database. */
const MOST_CHARACTERS = 2 ** 20

interface Run {
  readonly events: readonly EventRow[]
  readonly characters: number
}

/** Remembers the events of the last commits. */
export function createRecent(): Recent {
  /** By the id of the event before the run, the oldest first. */
  const runs = new Map<number, Run>()
  let characters = 0

  return {
    add(before, events) {
      const size = events.reduce((sum, { event }) => sum + event.length, 0)
      runs.set(before, { events, characters: size })
      characters += size
      for (const [first, run] of runs) {
        if (characters <= MOST_CHARACTERS) break
        runs.delete(first)
        characters -= run.characters
      }
    },
    async *read({ after, limit = Number.POSITIVE_INFINITY }, rest) {
      let last = after
      let left = limit
      for (let run = runs.get(last); run; run = runs.get(last))
        for (const { id, event } of run.events) {
          if (left-- <= 0) return
          last = Number(id)
          yield { _id: last, ...JSON.parse(event) }
        }
      if (left > 0) yield* rest({ after: last, limit: left })
    },
    clear() {
      runs.clear()
      characters = 0
    },
  }
}

/** The events that a group committed, with their ids. */
export const eventsOf = (group: readonly CommitRequest[], outcomes: readonly Outcome[]) =>
  group.flatMap(({ events }, i) => {
    const outcome = outcomes[i] as Outcome
    return 'ids' in outcome ? events.map((event, n) => ({ id: outcome.ids[n] as number, event })) : []
  })
