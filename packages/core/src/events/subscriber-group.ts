import { join } from '../machine/json/bytes.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { nextTurn } from '../machine/time/wait.ts'
import type { Wait } from '../ports.ts'
import type { FramedEvent } from './recent-events.ts'

/** A reader in a group. */
export interface Member {
  /** The id of the newest event when the reader joined. */
  readonly head: number
  send(chunk: Uint8Array): void
  /** Called when an event after `head` has revoked the reader's access. */
  end(): void
}

/** A choice of events that several readers share: the same filter and the same credential. */
export interface Selection {
  /** Readers whose selections have the same name get the same events. */
  readonly name: string
  readonly accept: (event: ChangeEvent) => boolean
  /** Whether an event changes or ends the credential of these readers. */
  readonly ends: (event: ChangeEvent) => boolean
}

/** Readers with the same selection. */
export interface SubscriberGroup extends Selection {
  readonly members: Set<Member>
  take(framed: FramedEvent): void
  /** Sends the events gathered so far. */
  flush(): void
}

/** How long events are gathered into a chunk, in milliseconds. The first event after a pause is sent at once. */
const GATHER_MS = 50

/** Creates a group, which filters and joins frames once for all its members. */
export function createSubscriberGroup({ name, accept, ends }: Selection, wait: Wait): SubscriberGroup {
  const members = new Set<Member>()
  let gathered: Uint8Array[] = []
  let isGathering = false

  function flush(): void {
    if (gathered.length === 0) return
    const chunk = join(gathered)
    gathered = []
    for (const member of [...members]) member.send(chunk)
  }

  function onTime(): void {
    isGathering = gathered.length > 0
    if (isGathering) void wait(GATHER_MS).then(onTime)
    flush()
  }

  return {
    name,
    accept,
    ends,
    members,
    take({ event, frame }) {
      if (ends(event)) {
        flush()
        for (const member of [...members]) if (event._id > member.head) member.end()
      }
      if (!accept(event)) return
      gathered.push(frame)
      if (isGathering) return
      isGathering = true
      void nextTurn(0).then(onTime)
    },
    flush,
  }
}
