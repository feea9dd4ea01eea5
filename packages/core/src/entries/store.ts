/** What every `Store` implementation needs: the order of keys, the patterns of lists, values in groups, and logs read backwards. Loads nothing else. */

export { inGroups, ungrouped } from '../machine/answers/iterable.ts'
export { compareKeys } from '../machine/keys/compare-keys.ts'
export { compileWhere, type Pattern } from '../machine/keys/pattern.ts'
export type { ChangeEvent, EventDraft, LoggedEvent } from '../machine/log/event.ts'
export { readBack } from '../machine/log/read-back.ts'
export type {
  Change,
  Committed,
  Entry,
  Index,
  IndexCondition,
  IndexEntry,
  IndexPart,
  IndexScan,
  IndexValue,
  IndexWhere,
  PastEvents,
  ScanOptions,
  Store,
  StoreReplica,
  Unsubscribe,
  Versioned,
  Where,
} from '../ports.ts'
