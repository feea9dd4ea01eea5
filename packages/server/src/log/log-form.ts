import type { Settings } from '../settings/settings.ts'

/** The form of the log of a process: `auto` is for people on a terminal, and for programs elsewhere. */
export const logForm = (log: Settings['log']): Exclude<Settings['log'], 'auto'> =>
  log === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : log
