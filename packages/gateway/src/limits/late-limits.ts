import type { KnownQuotas } from './calendar-use.ts'
import type { Limits } from './limits.ts'

/**
 * Limits that are opened when the first route or quota needs them, because their time zone is not known before: a source may
 * learn it with its first snapshot.
 */
export function lateLimits(open: () => Limits): Limits {
  let opened: Limits | undefined
  let restored: readonly KnownQuotas[] = []
  const limits = (): Limits => {
    if (opened) return opened
    opened = open()
    for (const one of restored) opened.calendarUse.restore(one)
    return opened
  }
  return {
    limiterOf: (kind, scope) => limits().limiterOf(kind, scope),
    now: (kind) => limits().now(kind),
    calendarUse: {
      drain: () => opened?.calendarUse.drain() ?? [],
      delivered: (uses) => opened?.calendarUse.delivered(uses),
      restore(known) {
        if (opened) opened.calendarUse.restore(known)
        else restored = [...restored, known]
      },
      totalOf: (key, period) => opened?.calendarUse.totalOf(key, period) ?? 0,
      load: (key, period, used) => limits().calendarUse.load(key, period, used),
    },
    close: async () => opened?.close(),
  }
}
