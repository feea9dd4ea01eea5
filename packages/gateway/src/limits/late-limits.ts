import type { Limits } from './limits.ts'

/**
 * Limits that are opened when the first route or quota needs them, because their time zone is not known before: a source may
 * learn it with its first snapshot.
 */
export function lateLimits(open: () => Limits): Limits {
  let opened: Limits | undefined
  const limits = (): Limits => {
    opened ??= open()
    return opened
  }
  return {
    limiterOf: (kind, scope) => limits().limiterOf(kind, scope),
    now: (kind) => limits().now(kind),
    calendarUse: {
      drain: () => opened?.calendarUse.drain() ?? [],
      load: (key, period, used) => limits().calendarUse.load(key, period, used),
    },
    close: async () => opened?.close(),
  }
}
