import { clientSettingsOf } from '../backend/client-settings.ts'
import { type Failure, timeouts } from '../backend/failures.ts'
import type { Decided } from '../exchange/decided.ts'

/** The time limits of one call through `fetch`. */
export interface Deadline {
  /** Aborts the call. */
  readonly signal: AbortSignal
  /** Which limit has passed, if any. */
  readonly passed: () => Failure | undefined
  /** The head has come; `endless`: the response may go on for as long as bytes come. */
  head(endless: boolean): void
  /**
   * Waits for bytes of the request from the client. Returns a function to call when they have come: the backend could not
   * respond meanwhile, so the time does not count.
   */
  waitsForClient(): () => void
  /** Waits for the next bytes of the response. Returns a function to call when they have come: the time of the client does not count. */
  waits(): () => void
  /** Ends the call: nothing is limited any more. */
  end(): void
  abort(): void
}

/** Begins to limit the time of an attempt. */
export function createDeadline({ backend, dueAt }: Pick<Decided, 'backend' | 'dueAt'>): Deadline {
  const { callTimeout, callAndStreamTimeout, idleTimeout } = clientSettingsOf(backend)
  const controller = new AbortController()
  let passed: Failure | undefined
  const after = (ms: number, failure: Failure) =>
    ms === 0 || ms === Number.POSITIVE_INFINITY
      ? undefined
      : setTimeout(() => {
          passed = failure
          controller.abort()
        }, ms)
  let due = dueAt
  let hasHead = false
  let head = limitHead()
  const total = after(callAndStreamTimeout, timeouts.total)
  let idle: ReturnType<typeof setTimeout> | undefined

  function limitHead() {
    const left = due - performance.now()
    return after(Math.max(1, Math.min(callTimeout || left, left)), timeouts.head)
  }

  return {
    signal: controller.signal,
    passed: () => passed,
    head(endless) {
      hasHead = true
      clearTimeout(head)
      if (endless) clearTimeout(total)
    },
    waitsForClient() {
      clearTimeout(head)
      const since = performance.now()
      return () => {
        due += performance.now() - since
        if (!hasHead && !controller.signal.aborted) head = limitHead()
      }
    },
    waits() {
      clearTimeout(idle)
      idle = after(idleTimeout, timeouts.silence)
      return () => clearTimeout(idle)
    },
    end() {
      hasHead = true
      for (const timer of [head, total, idle]) clearTimeout(timer)
    },
    abort() {
      controller.abort()
    },
  }
}
