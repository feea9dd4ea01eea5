import type { Change, Committed, EventDraft } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

type Put = Extract<Change, { op: 'put' }>

/** A change as databases take it: its value is JSON text. */
export type TextChange = Exclude<Change, Put> | (Omit<Put, 'value'> & { readonly text: string })

/** One commit on its way to the database. */
export interface CommitRequest {
  readonly changes: readonly TextChange[]
  readonly drafts: readonly EventDraft[]
  /** The drafts as JSON text, whole: so U+0000 and lone surrogates pass any column. */
  readonly events: readonly string[]
}

/** What the database made of a request: numbers for its puts and events, or the first change that did not hold. */
export type Outcome =
  | { readonly conflict: number }
  | { readonly versions: readonly (number | undefined)[]; readonly ids: readonly number[] }

/**
 * Takes a commit as it is now, so that its caller may go on with the objects. Throws INVALID for keys that no text
 * column holds and for values that JSON does not have.
 */
export function toRequest(changes: readonly Change[], drafts: readonly EventDraft[]): CommitRequest {
  return { changes: changes.map(toTextChange), drafts, events: drafts.map((draft) => toText(draft)) }
}

/** What the caller of a commit is told. */
export function toCommitted({ drafts }: CommitRequest, outcome: Outcome): Committed {
  if ('conflict' in outcome) return outcome
  return {
    events: drafts.map((draft, index) => ({ _id: outcome.ids[index] as number, ...draft })),
    versions: outcome.versions.map((version) => (version === undefined ? undefined : String(version))),
  }
}

/** Whether a key can be in a store at all: texts have neither U+0000 (PostgreSQL) nor halves of characters (UTF-8). */
export const isKey = (text: string): boolean => !/\p{Surrogate}/u.test(text) && !text.includes('\u0000')

function toTextChange(change: Change): TextChange {
  const key = change.op === 'deletePrefix' ? change.prefix : change.key
  if (!isKey(key)) throw new SignalboxError('INVALID', `${JSON.stringify(key)} is no key: it is not well-formed text`)
  if (change.op !== 'put') return change
  const { value, ...rest } = change
  return { ...rest, text: toText(value) }
}

function toText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new SignalboxError('INVALID', `A value that is a ${typeof value} cannot be stored`)
  return text
}
