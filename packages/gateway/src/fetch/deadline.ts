import type { CompiledBackend } from '@signalbox/core/gateway'
import { clientSettingsOf } from '../backend/client-settings.ts'
import type { Failure } from '../backend/failures.ts'
import { timeouts } from '../backend/failures.ts'

/** The time limits of one call through `fetch`. */
export interface Deadline {
  /** Aborts the call. */
  readonly signal: AbortSignal
  /** Which limit has passed, if any. */
  readonly passed: () => Failure | undefined
  /** The head has come; `endless`: the response may go on for as long as bytes come. */
  head(endless: boolean): void
  /** Waits for the next bytes. */
  waits(): void
  /** Ends the call: nothing is limited any more. */
  end(): void
  abort(): void
}

/** Begins to limit the time of a call. */
export function createDeadline(backend: CompiledBackend): Deadline {
  const { callTimeout, callAndStreamTimeout, idleTimeout } = clientSettingsOf(backend)
  const controller = new AbortController()
  let passed: Failure | undefined
  const after = (ms: number, failure: Failure) =>
    ms === 0
      ? undefined
      : setTimeout(() => {
          passed = failure
          controller.abort()
        }, ms)
  const head = after(callTimeout, timeouts.head)
  const total = after(callAndStreamTimeout, timeouts.total)
  let idle: ReturnType<typeof setTimeout> | undefined
  return {
    signal: controller.signal,
    passed: () => passed,
    head(endless) {
      clearTimeout(head)
      if (endless) clearTimeout(total)
    },
    waits() {
      clearTimeout(idle)
      idle = after(idleTimeout, timeouts.silence)
    },
    end() {
      for (const timer of [head, total, idle]) clearTimeout(timer)
    },
    abort() {
      controller.abort()
    },
  }
}
