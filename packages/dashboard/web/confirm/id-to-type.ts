import { matches } from '@signalbox/core/grants'

/** Whether changes of a record must be confirmed by typing its id (`confirm` of `dashboard()`). */
export const mustType = (id: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matches(pattern, id))

/** The ids whose records must be confirmed, each once. */
export const idsToConfirm = (ids: Iterable<string>, patterns: readonly string[]): string[] =>
  patterns.length === 0 ? [] : [...new Set(ids)].filter((id) => mustType(id, patterns))

/** How many records need the confirmation, and that one id stands for all: nothing if it is a single one. */
export const confirmsAll = (count: number): string | undefined =>
  count < 2 ? undefined : `${count.toLocaleString('en')} of the ids need this confirmation. Type the first one.`
