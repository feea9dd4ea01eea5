import { join } from '../bytes.ts'
import type { ChangeEvent } from '../log/event.ts'
import type { Wait } from '../ports.ts'
import { nextTurn } from '../wait.ts'
import type { Framed } from './ring.ts'

/** One of those who are sent the same. */
export interface Member {
  /** Id of the newest event when they came. */
  readonly head: number
  send(chunk: Uint8Array): void
  /** Tells that an event behind `head` took their right to read. */
  end(): void
}

/** What readers of the same events, by the same right, have in common. */
export interface Selection {
  /** Two with the same text are shown the same. */
  readonly name: string
  readonly accept: (event: ChangeEvent) => boolean
  /** Whether an event changes or ends the credential they came by. */
  readonly ends: (event: ChangeEvent) => boolean
}

/** Readers who are sent the same. */
export interface Group extends Selection {
  readonly members: Set<Member>
  take(framed: Framed): void
  /** Sends what was gathered. */
  flush(): void
}

/** How long events are gathered into one chunk, in milliseconds. The first one after a silence goes at once. */
const GATHER_MS = 50

/** Chooses and joins frames once for all members. */
export function createGroup({ name, accept, ends }: Selection, wait: Wait): Group {
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
