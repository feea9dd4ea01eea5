import { matches } from '@signalbox/core/grants'

/** Whether changes of a record must be confirmed by typing its id (`confirm` of `dashboard()`). */
export const isConfirmed = (id: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matches(pattern, id))
