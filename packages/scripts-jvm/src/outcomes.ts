import type { ScriptErrorCode, ScriptOutcome } from '@signalbox/core'

/** The outcome of a run that failed before it could log anything. */
export const failed = (code: ScriptErrorCode, message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code, message },
})

/** The outcome of a run whose script or owner is suspended. */
export const suspended = {
  script: failed('SUSPENDED', 'The script exceeded its limits repeatedly and is suspended for some seconds'),
  owner: failed(
    'SUSPENDED',
    'Scripts of the same owner exceeded their limits repeatedly: those that have never succeeded are suspended for some seconds',
  ),
}

/** The outcome of a run requested after the engine was closed. */
export const closed = failed('UNAVAILABLE', 'The script engine is closed')
