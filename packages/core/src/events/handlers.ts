import { answered } from '../machine/answers/answer.ts'
import { type Caller, unauthenticated } from '../machine/callers/caller.ts'
import type { Domains } from '../machine/callers/domains.ts'
import { endsCredential } from '../machine/callers/ends-credential.ts'
import type { StreamShares } from '../machine/callers/stream-shares.ts'
import { matches } from '../machine/keys/pattern.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import type { Follower } from '../machine/log/follower.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { anySignal, isolatesRequests } from '../machine/time/closing.ts'
import { localTimestamp } from '../machine/time/time.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Wait } from '../ports.ts'
import { createBroadcast } from './broadcast.ts'
import type { eventContract } from './contract.ts'
import { pastEvents } from './past-events.ts'
import { pastRange } from './past-range.ts'
import { readHistory } from './read-history.ts'
import { readDomains, readTypes } from './read-names.ts'
import { selectPast } from './select-past.ts'
import { startOfReplay } from './start-of-replay.ts'
import { follow } from './stream.ts'
import { isVisible } from './visible.ts'

/** The parts that event streams need. */
export interface EventParts {
  readonly instance: Pick<Instance, 'store' | 'clock' | 'zone' | 'closing'>
  readonly follower: Follower
  /** How many streams a caller may have open. @default any number */
  readonly shares?: StreamShares
  readonly wait: Wait
  /** Waits with a timer that lets the process exit. */
  readonly waitIdly: Wait
  /** Whether the caller's user or API key is unchanged since the caller was authenticated. */
  readonly isCurrent: (caller: Caller) => Promise<boolean>
  /** Resolves when a session has ended, or when aborted. */
  readonly untilOver: (session: string, signal: AbortSignal) => Promise<void>
}

interface Selection {
  readonly domains: readonly string[]
  readonly types?: string | undefined
  readonly patterns?: string | undefined
  readonly pattern?: string | undefined
  readonly lastEventId?: number | undefined
}

type EventHandlers = Handlers<ReturnType<typeof eventContract<string, string>>>

interface OpenedEvents {
  readonly handlers: { readonly events: EventHandlers }
  /** The number of streams that have begun and not ended. */
  readonly openStreams: () => number
}

/** How far back a replay goes, in milliseconds. Older events may be in the log, but streams do not replay them. */
const DAY = 24 * 60 * 60_000

/**
 * Past events, and the event streams: events from the store's log that the caller may see, until the caller's credential changes or
 * ends. Readers who take single events read the log at their own pace; readers who take frames share frames that are
 * encoded once.
 */
export function eventHandlers(parts: EventParts, domains: Domains): OpenedEvents {
  const { instance, follower, shares, isCurrent, untilOver } = parts
  const { store, clock, zone, closing } = instance
  const broadcast = createBroadcast({ store, ...parts })
  const streams = new Set<AbortController>()

  async function stream(selected: Selection, call: CallContext) {
    const { domains: asked, types, patterns = '*', pattern = '*', lastEventId } = selected
    const { caller, signal } = call
    shares?.check(caller)
    const wantedTypes = types === undefined ? undefined : new Set(readTypes(types, domains))
    await follower.start()
    const head = await store.head()
    // Changes before the head show in the record; changes after it show in the log.
    if (!(await isCurrent(caller))) throw unauthenticated()
    const wanted = new Set(asked)
    const after = await startOfReplay(store, {
      after: Math.min(call.lastEventId ?? lastEventId ?? head, head),
      head,
      since: clock() - DAY,
      local: (instant) => localTimestamp(instant, zone),
    })
    const ended = new AbortController()
    let leave = () => {}
    const begin = () => {
      try {
        leave = shares?.begin(caller) ?? leave
      } catch (error) {
        end()
        throw error
      }
      streams.add(ended)
    }
    const end = () => {
      streams.delete(ended)
      leave()
      ended.abort()
    }
    if (caller.session !== undefined) void untilOver(caller.session, ended.signal).then(end, end)
    const accept = (event: ChangeEvent) => {
      const { domain, key, type } = event
      if (!wanted.has(domain) || (wantedTypes && !wantedTypes.has(type))) return false
      return isVisible(event, caller, domains) && matches(patterns, key) && matches(pattern, key)
    }
    const reading = {
      head,
      after,
      signal: anySignal([closing, ended.signal, ...(signal ? [signal] : [])]),
      onEnd: end,
    }
    const name = JSON.stringify([
      [...wanted].sort(),
      wantedTypes && [...wantedTypes].sort(),
      patterns,
      pattern,
      nameOf(caller),
    ])
    const selection = { name, accept, ends: (event: ChangeEvent) => endsCredential(event, caller) }
    return answered(oneByOne(), {
      start: after,
      frames: isolatesRequests() // shared frames would belong to the request of one reader
        ? undefined
        : (options) => {
            begin()
            return broadcast.open(selection, { ...reading, ...options })
          },
    })

    function oneByOne(): AsyncIterable<ChangeEvent> {
      let events: (AsyncIterable<ChangeEvent> & AsyncIterator<ChangeEvent>) | undefined
      const acceptUntilEnd = (event: ChangeEvent) => {
        if (event._id > head && selection.ends(event)) end()
        return !ended.signal.aborted && accept(event)
      }
      return {
        [Symbol.asyncIterator]() {
          if (events) return events
          begin()
          events = follow(store, { ...reading, accept: acceptUntilEnd })
          return events
        },
      }
    }
  }

  const handlers: EventHandlers = {
    stream: ({ domains: named, ...rest }, call) => stream({ ...rest, domains: readDomains(named, domains) }, call),
    streamDomain: ({ domain, ...rest }, call) => stream({ ...rest, domains: [domain] }, call),
    history: async ({ before, limit = 50, ...selection }, { caller }) =>
      readHistory(instance, { before, limit, key: selection.key, accept: selectPast(selection, caller, domains) }),
    exportHistory: async ({ since, until, after, ...selection }, { caller, signal }) => {
      const accept = selectPast(selection, caller, domains)
      if (!(await isCurrent(caller))) throw unauthenticated()
      const { oldest, ...range } = await pastRange(store, { since, until, after }, zone)
      return answered(pastEvents({ ...parts, store, clock, closing }, { ...range, accept, caller, signal }), { oldest })
    },
  }
  return { handlers: { events: handlers }, openStreams: () => streams.size }
}

/** Distinguishes callers with different permissions or credentials. */
const nameOf = ({ isAdmin, grants, authInfo }: Caller) => [isAdmin || grants, authInfo?.kind, authInfo?.id]
