import type { Clock } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import type { Wait } from '@signalbox/core/evaluate'
import type { SharingStore } from '../stores/open-postgres.ts'
import { mayPass } from './may-pass.ts'

/** What a wait for a store depends on, and who is notified. */
export interface WaitingForStore {
  readonly wait: Wait
  readonly clock: Clock
  /** Ends the wait, which then rejects with its reason. @default it lasts until the store is there */
  readonly signal?: AbortSignal | undefined
  /** Receives the error of each attempt that failed. */
  readonly failed: (error: SignalboxError) => void
  /** Receives each error once: later attempts fail alike. */
  readonly report: (error: SignalboxError) => void
  /** Receives words that follow the name of the store: now and then while it is away, and when it is there. */
  readonly announce: (words: string) => void
}

/** How long to wait before a store is tried again, in milliseconds: the first time, and at most. */
const FIRST_MS = 500
const MOST_MS = 10_000
/** How often to say that a store is still away. */
const STILL_MS = 300_000

/**
 * Opens a store as soon as its database responds. Rejects at once if waiting does not help, such as for a wrong password,
 * a missing database or a newer schema.
 */
export async function openWhenThere(
  open: () => Promise<SharingStore>,
  { wait, clock, signal, failed, report, announce }: WaitingForStore,
): Promise<SharingStore> {
  const reasons = new Set<string>()
  const begun = clock()
  let told = begun
  const since = () => `after ${Math.round((clock() - begun) / 1000)} seconds`
  for (let attempts = 1, pause = FIRST_MS; ; attempts++, pause = Math.min(2 * pause, MOST_MS)) {
    const opened = await unlessAborted(open, signal).catch(whileAway)
    if (!(opened instanceof SignalboxError)) {
      if (attempts > 1) announce(`is available ${since()}`)
      return opened
    }
    const { message } = opened
    failed(opened)
    if (!reasons.has(message)) report(opened)
    else if (clock() - told >= STILL_MS) {
      announce(`is still not available ${since()} and ${attempts} attempts: ${message}`)
      told = clock()
    }
    reasons.add(message)
    await wait(pause, signal)
  }
}

/** Returns a failure that may pass, and throws others. */
function whileAway(error: unknown): SignalboxError {
  if (error instanceof SignalboxError && error.code === 'UNAVAILABLE' && mayPass(error.cause)) return error
  throw error
}

/** Opens a store, or rejects with the reason of the signal; a store that opens after that is closed. */
async function unlessAborted(open: () => Promise<SharingStore>, signal?: AbortSignal): Promise<SharingStore> {
  if (!signal) return open()
  signal.throwIfAborted()
  const opening = open()
  let abort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = () => {
      opening.then((store) => store.close?.()).catch(() => {})
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort)
  })
  return Promise.race([opening, aborted]).finally(() => signal.removeEventListener('abort', abort))
}
