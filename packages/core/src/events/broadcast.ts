import type { Store } from '../ports.ts'
import type { Follower } from './follower.ts'
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

/** Follows the log once, encodes each event once, and chooses once for all readers who choose the same. */
export function createBroadcast({
  store,
  follower,
}: {
  readonly store: Store
  readonly follower: Follower
}): Broadcast {
  const ring = createRing()
  const groups = new Map<string, Group>()
  let timer: ReturnType<typeof setInterval> | undefined

  follower.on((event) => {
    if (groups.size === 0) return
    const framed = { event, frame: frameOf(event) }
    ring.add(framed)
    for (const group of [...groups.values()]) group.take(framed)
  })

  function groupOf(selection: Selection): Group {
    if (groups.size === 0) {
      ring.restart(follower.last)
      timer = setInterval(keepAlive, KEEP_ALIVE_MS)
    }
    const group = groups.get(selection.name) ?? createGroup(selection)
    groups.set(selection.name, group)
    return group
  }

  function keepAlive(): void {
    for (const { members } of groups.values()) for (const member of members) (member as Reader).keepAlive()
  }

  return {
    open(selection, reading) {
      const group = groupOf(selection)
      const { stream } = createReader(reading, {
        store,
        ring,
        group,
        applied: follower.applied,
        leave(member) {
          group.members.delete(member)
          if (group.members.size === 0 && groups.get(group.name) === group) groups.delete(group.name)
          if (groups.size === 0) clearInterval(timer)
        },
      })
      return stream
    },
  }
}
