import type { Change, Committed, EventDraft } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

type Put = Extract<Change, { op: 'put' }>

/** A change with its value as JSON text. */
export type TextChange = Exclude<Change, Put> | (Omit<Put, 'value'> & { readonly text: string })

/** A commit request for the database. */
export interface CommitRequest {
  readonly changes: readonly TextChange[]
  readonly drafts: readonly EventDraft[]
  /** The drafts as complete JSON texts, so U+0000 and lone surrogates survive any column type. */
  readonly events: readonly string[]
}

/** The outcome of a request: numbers for its puts and events, or the first change whose condition failed. */
export type Outcome =
  | { readonly conflict: number }
  | { readonly versions: readonly (number | undefined)[]; readonly ids: readonly number[] }

/**
 * Converts a commit to a request. Values are copied, so the caller may modify its objects afterwards. Throws INVALID
 * for keys that a text column cannot hold and for values that JSON cannot represent.
 */
export function toRequest(changes: readonly Change[], drafts: readonly EventDraft[]): CommitRequest {
  return { changes: changes.map(toTextChange), drafts, events: drafts.map((draft) => toText(draft)) }
}

/** Converts an outcome to the result of `commit`. */
export function toCommitted({ drafts }: CommitRequest, outcome: Outcome): Committed {
  if ('conflict' in outcome) return outcome
  return {
    events: drafts.map((draft, index) => ({ _id: outcome.ids[index] as number, ...draft })),
    versions: outcome.versions.map((version) => (version === undefined ? undefined : String(version))),
  }
}

/** Whether a store can hold a key: no U+0000 (PostgreSQL text) and no lone surrogates (UTF-8). */
export const isKey = (text: string): boolean => !/\p{Surrogate}/u.test(text) && !text.includes('\u0000')

function toTextChange(change: Change): TextChange {
  const key = change.op === 'deletePrefix' ? change.prefix : change.key
  if (!isKey(key))
    throw new SignalboxError('INVALID', `${JSON.stringify(key)} is not a valid key: it has a lone surrogate or U+0000`)
  if (change.op !== 'put') return change
  const { value, ...rest } = change
  return { ...rest, text: toText(value) }
}

function toText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined)
    throw new SignalboxError('INVALID', `A value of the type ${typeof value} cannot be stored as JSON`)
  return text
}
