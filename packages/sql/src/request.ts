import type { Change, Committed, EventDraft } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import type { ChangeEvent, LoggedEvent } from '@signalbox/core/store'

type Put = Extract<Change, { op: 'put' }>

/** A change with its value as JSON text. */
export type TextChange = Exclude<Change, Put> | (Omit<Put, 'value'> & { readonly text: string })

/** A commit request for the database. */
export interface CommitRequest {
  readonly changes: readonly TextChange[]
  readonly drafts: readonly EventDraft[]
  /** The drafts as complete JSON texts, so U+0000 and lone surrogates survive any column type. */
  readonly events: readonly string[]
  /** The events whose payload is a record of the request, with its text. */
  readonly logged: readonly (Unnumbered | undefined)[]
}

/** An event with the text of its payload, before it has an id. */
export type Unnumbered = Omit<LoggedEvent, '_id'>

/** The outcome of a request: numbers for its puts and events, or the first change whose condition failed. */
export type Outcome =
  | { readonly conflict: number }
  | { readonly versions: readonly (number | undefined)[]; readonly ids: readonly number[] }

/**
 * Converts a commit to a request. Values are copied, so the caller may modify its objects afterwards. Throws INVALID
 * for keys that a text column cannot hold and for values that JSON cannot represent.
 */
export function toRequest(changes: readonly Change[], drafts: readonly EventDraft[]): CommitRequest {
  const records = changes.map(toTextChange)
  const textOf = createTexts(changes, records)
  const frameOf = createFrames()
  const events: string[] = []
  const logged: (Unnumbered | undefined)[] = []
  for (const draft of drafts) {
    const text = textOf(draft.payload)
    const frame = text === undefined ? undefined : frameOf(draft)
    if (frame === undefined || text === undefined) {
      events.push(toText(draft))
      logged.push(undefined)
    } else {
      events.push(`${frame.start}${JSON.stringify(draft.key)}${frame.middle}${text}${frame.end}`)
      logged.push({ ...frame.event, key: draft.key, text })
    }
  }
  return { changes: records, drafts, events, logged }
}

/**
 * The texts of payloads that are records of the same commit, as most are. Events are in the order of the records, so
 * each record is compared with one payload.
 */
function createTexts(changes: readonly Change[], records: readonly TextChange[]) {
  let next = 0
  return (payload: unknown): string | undefined => {
    while (next < changes.length && changes[next]?.op !== 'put') next++
    const change = changes[next]
    const record = records[next]
    if (change?.op !== 'put' || record?.op !== 'put' || change.value !== payload) return undefined
    next++
    return record.text
  }
}

/** What events have in common: the parts of their JSON text around the key and the payload, and a copy of the other members. */
interface Frame {
  readonly start: string
  readonly middle: string
  readonly end: string
  readonly event: Unnumbered
}

/** The frames of events without an old value. The events of a commit mostly share them. */
function createFrames() {
  let latest: (Frame & { readonly draft: EventDraft }) | undefined
  return (draft: EventDraft): Frame | undefined => {
    if (draft.oldValue !== undefined) return undefined
    if (latest && isSameFrame(latest.draft, draft)) return latest
    const { type, domain, key: _key, payload: _payload, oldValue: _oldValue, ...rest } = draft
    const tail = toText(rest).slice(1)
    if (tail === '}') return undefined
    latest = {
      draft,
      start: `{"type":${JSON.stringify(type)},"key":`,
      middle: `,"domain":${JSON.stringify(domain)},"payload":`,
      end: `,${tail}`,
      event: { type, key: '', domain, payload: undefined, text: '', ...JSON.parse(`{${tail}`) },
    }
    return latest
  }
}

const isSameFrame = (one: EventDraft, other: EventDraft): boolean =>
  one.type === other.type &&
  one.domain === other.domain &&
  one.timestamp === other.timestamp &&
  one.authInfo === other.authInfo &&
  one.reason === other.reason &&
  one.traceparent === other.traceparent

/** Converts an outcome to the result of `commit`. */
export function toCommitted({ drafts }: CommitRequest, outcome: Outcome): Committed {
  if ('conflict' in outcome) return outcome
  return {
    events: drafts.map((draft, index) => ({ ...draft, _id: outcome.ids[index] as number })),
    versions: outcome.versions.map((version) => (version === undefined ? undefined : String(version))),
  }
}

/** The ids of events, and their other members as JSON. */
export const toTexts = (events: readonly ChangeEvent[]): readonly (readonly [id: number, text: string])[] =>
  events.map(({ _id, type, key, domain, ...rest }) => [_id, toText({ type, key, domain, ...rest })])

/** Whether a store can hold a key: no U+0000 (PostgreSQL text) and no lone surrogates (UTF-8). */
export const isKey = (text: string): boolean => !/\p{Surrogate}/u.test(text) && !text.includes('\u0000')

function toTextChange(change: Change): TextChange {
  const key = change.op === 'deletePrefix' ? change.prefix : change.key
  if (!isKey(key))
    throw new SignalboxError('INVALID', `${JSON.stringify(key)} is not a valid key: it has a lone surrogate or U+0000`)
  if (change.op !== 'put') return change
  const { op, collection, value, expected } = change
  const text = toText(value)
  return expected === undefined ? { op, collection, key, text } : { op, collection, key, text, expected }
}

function toText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined)
    throw new SignalboxError('INVALID', `A value of the type ${typeof value} cannot be stored as JSON`)
  return text
}
