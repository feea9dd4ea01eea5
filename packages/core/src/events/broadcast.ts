import type { ChangeEvent } from '../machine/log/event.ts'
import type { Follower } from '../machine/log/follower.ts'
import { createWaiters } from '../machine/log/waiters.ts'
import type { Reads, Wait } from '../ports.ts'
import { createReader, frameOf, type Reader, type Reading } from './reader.ts'
import { createRecentEvents } from './recent-events.ts'
import { createSubscriberGroup, type Selection, type SubscriberGroup } from './subscriber-group.ts'

/** Streams the log of a store to any number of readers. */
export interface Broadcast {
  /**
   * A stream of frames of the selected events, past and future, in order and each once, until aborted or cancelled. A
   * reader with more than 1 MiB unsent is disconnected. Start the follower first.
   */
  open(selection: Selection, reading: Reading): ReadableStream<Uint8Array>
}

/** How the types of events end that tell of an erasure: the log was rewritten. */
const ERASED = '_ERASED'
const KEEP_ALIVE_MS = 15_000

interface BroadcastPorts {
  readonly store: Reads
  readonly follower: Follower
  readonly wait: Wait
  /** Waits with a timer that lets the process exit. */
  readonly waitIdly: Wait
}

/** Creates a broadcast. It follows the log once, encodes each event once, and filters once per selection. */
export function createBroadcast({ store, follower, wait, waitIdly }: BroadcastPorts): Broadcast {
  const ring = createRecentEvents()
  const waiters = createWaiters()
  const groups = new Map<string, SubscriberGroup>()
  /** Aborts when the last reader leaves. */
  let deserted: AbortController | undefined

  function take(event: ChangeEvent): void {
    // An event that arrives late, after the ring was emptied, precedes every current reader.
    if (groups.size === 0 || event._id <= ring.last) return
    const framed = { event, frame: frameOf(event) }
    if (event.type.endsWith(ERASED)) ring.restart(event._id - 1) // the log has other events in place of earlier ones
    ring.add(framed)
    for (const group of [...groups.values()]) group.take(framed)
    waiters.release(event._id)
  }
  follower.later(take, { name: 'event-streams' })

  function groupOf(selection: Selection): SubscriberGroup {
    if (groups.size === 0) {
      ring.restart(follower.last)
      deserted = new AbortController()
      void keepAlive(deserted.signal)
    }
    const group = groups.get(selection.name) ?? createSubscriberGroup(selection, wait)
    groups.set(selection.name, group)
    return group
  }

  /** Sends keep-alive comments to all readers with one timer. */
  async function keepAlive(ended: AbortSignal): Promise<void> {
    for (;;) {
      await waitIdly(KEEP_ALIVE_MS, ended)
      if (ended.aborted) return
      for (const { members } of groups.values()) for (const member of members) (member as Reader).keepAlive()
    }
  }

  return {
    open(selection, reading) {
      const group = groupOf(selection)
      const { stream } = createReader(reading, {
        store,
        ring,
        group,
        reached: waiters.until,
        leave(member) {
          group.members.delete(member)
          if (group.members.size === 0 && groups.get(group.name) === group) groups.delete(group.name)
          if (groups.size === 0) deserted?.abort()
        },
      })
      return stream
    },
  }
}
