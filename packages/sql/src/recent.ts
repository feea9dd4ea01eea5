import type { Clock } from '@signalbox/core'
import { type ChangeEvent, inGroups, type LoggedEvent, ungrouped } from '@signalbox/core/store'
import type { LogPart } from './log.ts'
import type { CommitRequest, Outcome, Unnumbered } from './request.ts'

/** An event of this process. */
export interface RecentEvent {
  readonly id: number
  /** Its other members as JSON. */
  readonly event: string
  /** The event with the text of its payload, if that is known. */
  readonly logged?: Unnumbered | undefined
}

/**
 * The events of this process's last commits. Its readers follow the log closely, so most of the time they get the
 * events here, and the database only tells them that there are no further events.
 */
export interface Recent {
  /** Adds events that directly follow the event `before`. */
  add(before: number, events: readonly RecentEvent[]): void
  /** Reads from the given id: events in memory first, then the database. */
  read(part: LogPart, rest: (part: LogPart) => AsyncIterable<ChangeEvent>): AsyncIterable<LoggedEvent>
  /** Forgets all events, because some are about to be deleted. */
  clear(): void
}

/** The most characters to keep. Older events are read from the database. */
const MOST_CHARACTERS = 2 ** 20

/**
 * How many milliseconds events are served from memory. Another process may delete them from the database, which keeps events
 * for days; so this process soon serves what the database has.
 */
const MOST_AGE = 10_000

interface Run {
  /** When it was added, in epoch milliseconds. */
  readonly at: number
  readonly events: readonly RecentEvent[]
  readonly characters: number
}

/** Remembers the events of the last commits. */
export function createRecent(clock: Clock): Recent {
  /** By the id of the event before the run, the oldest first. */
  const runs = new Map<number, Run>()
  let characters = 0

  const isOld = ({ at }: Run): boolean => at + MOST_AGE <= clock()

  async function* groups(
    { after, limit = Number.POSITIVE_INFINITY, asText = false }: LogPart,
    rest: (part: LogPart) => AsyncIterable<ChangeEvent>,
  ): AsyncGenerator<readonly LoggedEvent[], void, undefined> {
    let last = after
    let left = limit
    for (let run = runs.get(last); run && left > 0; run = runs.get(last)) {
      if (isOld(run)) break
      const events = run.events.slice(0, left).map((event) => toLogged(event, asText))
      if (events.length === 0) break
      left -= events.length
      last = events[events.length - 1]!._id
      yield events
    }
    if (left > 0) yield* inGroups(rest({ after: last, limit: left }))
  }

  return {
    add(before, events) {
      const size = events.reduce((sum, { event }) => sum + event.length, 0)
      runs.set(before, { events, characters: size, at: clock() })
      characters += size
      for (const [first, run] of runs) {
        if (characters <= MOST_CHARACTERS && !isOld(run)) break
        runs.delete(first)
        characters -= run.characters
      }
    },
    read: (part, rest) => ungrouped(groups(part, rest)),
    clear() {
      runs.clear()
      characters = 0
    },
  }
}

const toLogged = ({ id, event, logged }: RecentEvent, asText: boolean): LoggedEvent =>
  asText && logged ? { _id: id, ...logged } : { _id: id, ...JSON.parse(event) }

/** The events that a group committed, with their ids. */
export const eventsOf = (group: readonly CommitRequest[], outcomes: readonly Outcome[]) =>
  group.flatMap(({ events, logged }, i): readonly RecentEvent[] => {
    const outcome = outcomes[i] as Outcome
    return 'ids' in outcome
      ? events.map((event, n) => ({ id: outcome.ids[n] as number, event, logged: logged[n] }))
      : []
  })
