import type { ScriptErrorCode, ScriptOutcome } from '@signalbox/core'

/** The outcome of a run that failed before it could log anything. */
export const failed = (code: ScriptErrorCode, message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code, message },
})

/** The outcome of a run whose script or owner is suspended. */
export const suspended = {
  script: failed('SUSPENDED', 'The script broke its limits again and again, and is not run for a while'),
  owner: failed(
    'SUSPENDED',
    'Scripts of the same owner broke their limits again and again: those that have not answered before are not run for a while',
  ),
}

/** The outcome of a run requested after the engine was closed. */
export const closed = failed('UNAVAILABLE', 'The script engine is closed')

/** The outcome of a run that exceeds the queue's limit. */
export const full = (queue: number): ScriptOutcome =>
  failed('BUSY', `${queue} scripts are running or waiting already: ask fewer at a time, or raise the option "queue"`)

/** The outcome of a run removed from a full queue in favour of a caller with fewer runs. */
export const crowdedOut = failed('BUSY', 'Too many scripts are waiting, and the same caller has asked most of them')

/** The outcome of a run that reached its deadline before a worker existed, before its turn, or before its answer. */
export function overdue({ isStarted, isBegun, wallMs }: Overdue): ScriptOutcome {
  if (isBegun) return failed('TIME', `The script had not answered after ${wallMs} ms`)
  if (!isStarted) return failed('BUSY', 'The script engine has not started yet: the machine may be too busy')
  return failed('BUSY', `The script had not had its turn after ${wallMs} ms`)
}

interface Overdue {
  readonly isStarted: boolean
  readonly isBegun: boolean
  readonly wallMs: number
}

/** The outcome of a run that had to be stopped from outside. */
export const stopped = (cpuMs: number): ScriptOutcome =>
  failed('CPU', `The script was stopped in a call far longer than its ${cpuMs} ms`)

/** The outcome of a run whose worker died while executing it. */
export const tookDown = (cause: unknown): ScriptOutcome =>
  failed('MEMORY', `The script took its worker down: ${reasonOf(cause)}`)

/** The outcome of a run that repeatedly lost its worker before it started. */
export const abandoned = failed('BUSY', 'The worker of the script died again and again, and no script was in it')

/** The outcome of a run on a host that cannot start worker threads. */
export const noThreads = (cause: unknown): ScriptOutcome =>
  failed(
    'UNAVAILABLE',
    `Scripts need worker threads, which this host does not give; leave the option "scripts" out: ${reasonOf(cause)}`,
  )

/** Returns the host's message, or its error code if the message contains file paths. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no reason is given'
  if (!/[\\/]/.test(cause.message)) return cause.message
  return 'code' in cause ? String(cause.code) : cause.name
}
