import type { Follower } from '../log/follower.ts'
import { createWaiters } from '../log/waiters.ts'
import type { Store, Wait } from '../ports.ts'
import type { Group, Selection } from './group.ts'
import { createGroup } from './group.ts'
import type { Reader, Reading } from './reader.ts'
import { createReader, frameOf } from './reader.ts'
import { createRing } from './ring.ts'

/** Sends the log of a store to any number of readers. */
export interface Broadcast {
  /**
   * The frames of the events that are chosen, those there and those to come, in order and each once, until aborted or
   * cancelled. A reader for whom more than 1 MiB waits is cut. The follower must have started.
   */
  open(selection: Selection, reading: Reading): ReadableStream<Uint8Array>
}

const KEEP_ALIVE_MS = 15_000

interface BroadcastPorts {
  readonly store: Store
  readonly follower: Follower
  readonly wait: Wait
  /** Waits, and lets the process end meanwhile. */
  readonly waitIdly: Wait
}

/** Follows the log once, encodes each event once, and chooses once for all readers who choose the same. */
export function createBroadcast({ store, follower, wait, waitIdly }: BroadcastPorts): Broadcast {
  const ring = createRing()
  const waiters = createWaiters()
  const groups = new Map<string, Group>()
  /** Aborted when the last reader leaves. */
  let deserted: AbortController | undefined

  follower.later((event) => {
    // An event that was on its way when the ring was emptied is behind nobody who came since.
    if (groups.size === 0 || event._id <= ring.last) return
    const framed = { event, frame: frameOf(event) }
    ring.add(framed)
    for (const group of [...groups.values()]) group.take(framed)
    waiters.release(event._id)
  })

  function groupOf(selection: Selection): Group {
    if (groups.size === 0) {
      ring.restart(follower.last)
      deserted = new AbortController()
      void keepAlive(deserted.signal)
    }
    const group = groups.get(selection.name) ?? createGroup(selection, wait)
    groups.set(selection.name, group)
    return group
  }

  /** One timer for all readers. */
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
