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
    'Scripts of the same owner exceeded their limits repeatedly: scripts that have never succeeded are suspended for some seconds',
  ),
}

/** The outcome of a run requested after the engine was closed. */
export const closed = failed('UNAVAILABLE', 'The script engine is closed')

/** The outcome of a run that exceeds the queue's limit. */
export const full = (queue: number): ScriptOutcome =>
  failed('BUSY', `${queue} scripts are already running or queued: run fewer at a time, or raise the option "queue"`)

/** The outcome of a run removed from a full queue in favour of a caller with fewer runs. */
export const crowdedOut = failed(
  'BUSY',
  'Too many scripts are queued, most of them by this caller: run fewer at a time',
)

/** The outcome of a run that reached its deadline before a worker existed, before its turn, or before its answer. */
export function overdue({ isStarted, isBegun, wallMs }: Overdue): ScriptOutcome {
  if (isBegun) return failed('TIME', `The script called neither enabled() nor disabled() within ${wallMs} ms`)
  if (!isStarted)
    return failed('BUSY', 'The script engine has not started in time: the machine may be overloaded; try again')
  return failed('BUSY', `The queued script did not start within ${wallMs} ms`)
}

interface Overdue {
  readonly isStarted: boolean
  readonly isBegun: boolean
  readonly wallMs: number
}

/** The outcome of a run that had to be stopped from outside. */
export const stopped = (cpuMs: number): ScriptOutcome =>
  failed('CPU', `The script was stopped in a single call that took far longer than its ${cpuMs} ms`)

/** The outcome of a run whose worker died while executing it. */
export const tookDown = (cause: unknown): ScriptOutcome =>
  failed('MEMORY', `The script crashed its worker: ${reasonOf(cause)}`)

/** The outcome of a run that repeatedly lost its worker before it started. */
export const abandoned = failed('BUSY', 'The worker of the script crashed repeatedly before the script started')

/** The outcome of a run on a host that cannot start worker threads. */
export const noThreads = (cause: unknown): ScriptOutcome =>
  failed(
    'UNAVAILABLE',
    `Scripts require worker threads, which this host does not provide; omit the option "scripts": ${reasonOf(cause)}`,
  )

/** Returns the host's message, or its error code if the message contains file paths. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown reason'
  if (!/[\\/]/.test(cause.message)) return cause.message
  return 'code' in cause ? String(cause.code) : cause.name
}
