import type { ScriptErrorCode, ScriptOutcome } from '@signalbox/core'

/** The outcome of a run that failed before it could log anything. */
export const failed = (code: ScriptErrorCode, message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code, message },
})

/** The part of its wall time that a run must have had for its end to count as a broken limit. */
const fairPart = 0.5

/**
 * The outcome of a run that was not over after its wall time. It only is the fault of the script if the script has had
 * a fair part of that time: its turn may have come late, or not at all.
 */
export function overdue({ wallMs, ranMs }: { readonly wallMs: number; readonly ranMs: number }): ScriptOutcome {
  if (ranMs === 0) return failed('BUSY', `The script had no turn within ${wallMs} ms: the JVM was busy`)
  if (ranMs < fairPart * wallMs)
    return failed('BUSY', `The turn of the script came after more than half of its ${wallMs} ms: the JVM was busy`)
  return failed('TIME', `The script called neither enabled() nor disabled() within ${wallMs} ms`)
}

/** The outcome of a run whose script or owner is suspended. */
export const suspended = {
  script: failed('SUSPENDED', 'The script exceeded its limits repeatedly and is suspended for some seconds'),
  owner: failed(
    'SUSPENDED',
    'Scripts of the same owner exceeded their limits repeatedly: scripts that have never succeeded are suspended for some seconds',
  ),
}

/** The outcome of a run requested after the engine was closed. */
export const closed = failed('UNAVAILABLE', 'The script engine is closed')
