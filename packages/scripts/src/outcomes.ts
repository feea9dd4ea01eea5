import type { ScriptErrorCode, ScriptOutcome } from '@signalbox/core'

/** What comes of a run that never got as far as to log something. */
export const failed = (code: ScriptErrorCode, message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code, message },
})

/** Of one that is kept from running, for its own sake or for its owner's. */
export const suspended = {
  script: failed('SUSPENDED', 'The script broke its limits again and again, and is not run for a while'),
  owner: failed(
    'SUSPENDED',
    'Scripts of the same owner broke their limits again and again: those that have not answered before are not run for a while',
  ),
}

/** Of one that comes too late. */
export const closed = failed('UNAVAILABLE', 'The script engine is closed')

/** Of one too many. */
export const full = (queue: number): ScriptOutcome =>
  failed('BUSY', `${queue} scripts are running or waiting already: ask fewer at a time, or raise the option "queue"`)

/** Of one that gives way where all places are taken. */
export const crowdedOut = failed('BUSY', 'Too many scripts are waiting, and the same caller has asked most of them')

/** Of one whose time was over: before there was a worker, before its turn, or before its answer. */
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

/** Of one that had to be stopped from outside. */
export const stopped = (cpuMs: number): ScriptOutcome =>
  failed('CPU', `The script was stopped in a call far longer than its ${cpuMs} ms`)

/** Of one whose worker died while it was in it. */
export const tookDown = (cause: unknown): ScriptOutcome =>
  failed('MEMORY', `The script took its worker down: ${reasonOf(cause)}`)

/** Of one that cannot be begun. */
export const abandoned = failed('BUSY', 'The worker of the script died again and again, and no script was in it')

/** Of one on a host that lets no worker thread start. */
export const noThreads = (cause: unknown): ScriptOutcome =>
  failed(
    'UNAVAILABLE',
    `Scripts need worker threads, which this host does not give; leave the option "scripts" out: ${reasonOf(cause)}`,
  )

/** What the host says, or its code for that where the sentence would tell of its files. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no reason is given'
  if (!/[\\/]/.test(cause.message)) return cause.message
  return 'code' in cause ? String(cause.code) : cause.name
}
