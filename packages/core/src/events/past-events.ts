import { type Caller, unauthenticated } from '../machine/callers/caller.ts'
import { type RevocationPorts, untilRevoked } from '../machine/callers/until-revoked.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { createRests } from '../machine/time/yield-by-time.ts'
import type { Clock, Reads } from '../ports.ts'

/** What a download of past events depends on. */
export interface PastEventPorts extends RevocationPorts {
  readonly store: Pick<Reads, 'read'>
  readonly clock: Clock
  /** Aborts when the instance closes. */
  readonly closing: AbortSignal
}

/** Which past events to read, and for whom. */
export interface PastReading {
  /** Events after this id. */
  readonly after: number
  /** Events up to this id. */
  readonly head: number
  readonly accept: (event: ChangeEvent) => boolean
  readonly caller: Caller
  readonly signal?: AbortSignal | undefined
}

/**
 * Accepted events of a range of the log, in order. They are read as the reader takes them. Fails when the reader may no
 * longer have them, so that nobody takes them for complete: their session has ended, or their user or API key has changed.
 */
export async function* pastEvents(
  { store, clock, closing, ...ports }: PastEventPorts,
  { after, head, accept, caller, signal }: PastReading,
): AsyncGenerator<ChangeEvent, void, undefined> {
  const revoked = await untilRevoked(caller, [], ports)
  const rest = createRests({ clock, signals: [closing, signal] })
  try {
    if (after >= head) return
    for await (const event of store.read({ after })) {
      if (event._id > head) return
      await rest()
      if (revoked.signal.aborted) throw unauthenticated()
      if (accept(event)) yield event
    }
  } finally {
    revoked.end()
  }
}
