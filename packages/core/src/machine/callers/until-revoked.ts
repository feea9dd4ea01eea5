import type { Wait } from '../../ports.ts'
import { anySignal } from '../time/closing.ts'
import { type Caller, unauthenticated } from './caller.ts'

/** What tells whether a caller is still who they were. */
export interface RevocationPorts {
  /** Whether the caller's user or API key is unchanged since the caller was authenticated. */
  readonly isCurrent: (caller: Caller) => Promise<boolean>
  /** Resolves when a session has ended, or when aborted. */
  readonly untilOver: (session: string, signal: AbortSignal) => Promise<void>
  /** Waits with a timer that lets the process exit. */
  readonly waitIdly: Wait
}

const EVERY_MS = 5000

/**
 * A signal for a stream that a caller reads. It aborts with one of `signals`, when their session ends, and within 5
 * seconds after their user or API key has changed. `end` releases it. Rejects with UNAUTHENTICATED if they have changed
 * already.
 */
export async function untilRevoked(
  caller: Caller,
  signals: readonly (AbortSignal | undefined)[],
  { isCurrent, untilOver, waitIdly }: RevocationPorts,
): Promise<{ readonly signal: AbortSignal; end(): void }> {
  if (!(await isCurrent(caller))) throw unauthenticated()
  const ended = new AbortController()
  const end = (): void => ended.abort()
  const signal = anySignal([ended.signal, ...signals.filter((one) => one !== undefined)])
  if (caller.session !== undefined) void untilOver(caller.session, signal).then(end, end)
  const watch = async (): Promise<void> => {
    for (;;) {
      await waitIdly(EVERY_MS, signal)
      if (signal.aborted) return
      if (!(await isCurrent(caller))) return end()
    }
  }
  if (caller.version !== undefined) void watch().then(end, end)
  return { signal, end }
}
