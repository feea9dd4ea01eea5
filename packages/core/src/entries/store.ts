/** What a `Store` must do as every other store does: the order of keys and the patterns of lists. Loads nothing else. */

export type { ChangeEvent, EventDraft } from '../events/event.ts'
export type {
  Change,
  Committed,
  Entry,
  Index,
  IndexEntry,
  IndexPart,
  IndexScan,
  ScanOptions,
  Store,
  Unsubscribe,
  Versioned,
  Where,
} from '../ports.ts'
export { compareKeys } from '../records/compare-keys.ts'
export { compileWhere, type Pattern } from '../records/pattern.ts'
