/** What every `Store` implementation needs: the order of keys and the patterns of lists. Loads nothing else. */

export { compareKeys } from '../keys/compare-keys.ts'
export { compileWhere, type Pattern } from '../keys/pattern.ts'
export type { ChangeEvent, EventDraft } from '../log/event.ts'
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
