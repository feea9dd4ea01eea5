import { createCounts } from '../answers/counts.ts'
import { problem, SignalboxError } from '../errors/errors.ts'
import type { Caller } from './caller.ts'

/** Seconds after which a caller with too many streams may try again. */
const RETRY_S = 10

/** Limits how many event streams one caller has open at once, so that others get connections, too. */
export interface StreamShares {
  /** Throws TOO_MANY_REQUESTS if the caller has as many open streams as one may have. */
  check(caller: Caller): void
  /**
   * Notes that a stream has begun. Returns what notes its end, once. Throws as `check` does: of streams that were opened at
   * the same time, each was one of few when it was checked.
   */
  begin(caller: Caller): () => void
}

/** Creates the limit. The embedding program and open access, where callers have no name, are not limited. */
export function createStreamShares(most: number): StreamShares {
  const open = createCounts()
  function check(caller: Caller): void {
    const name = nameOf(caller)
    if (name !== undefined && open.of(name) >= most) throw tooMany(most)
  }
  return {
    check,
    begin(caller) {
      check(caller)
      const name = nameOf(caller)
      if (name === undefined) return () => {}
      open.add(name, 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        open.add(name, -1)
      }
    },
  }
}

const nameOf = ({ authInfo }: Caller): string | undefined => authInfo && `${authInfo.kind} ${authInfo.id}`

const tooMany = (most: number) =>
  new SignalboxError(
    'TOO_MANY_REQUESTS',
    `${most} event streams are open for this caller, the most that one caller can have: close some, share one between readers, or raise the option streamsOfCaller (of the server: half of SIGNALBOX_CONNECTIONS)`,
    { errors: [problem('error.streams.caller', most)], retryAfter: RETRY_S },
  )
