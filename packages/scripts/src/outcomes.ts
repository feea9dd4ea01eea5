import type { ScriptErrorCode, ScriptOutcome } from '@signalbox/core'

/** What comes of a run that never got as far as to log something. */
export const failed = (code: ScriptErrorCode, message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code, message },
})

/** Of one that is kept from running. */
export const suspended = failed('SUSPENDED', 'The script broke its limits again and again, and is not run for a while')

/** Of one that comes too late. */
export const closed = failed('UNAVAILABLE', 'The script engine is closed')

/** Of one on a host that lets no worker thread start. */
export const noThreads = (reason: string): ScriptOutcome =>
  failed(
    'UNAVAILABLE',
    `Scripts need worker threads, which this host does not give; leave the option "scripts" out: ${reason}`,
  )
