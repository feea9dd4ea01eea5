import { type AnyRecord, idOf } from '../../../values/id-of.ts'
import { counted } from '../../../words/words.ts'

/** A change of many records. */
export type BulkAction =
  | { readonly do: 'enable' | 'disable' | 'delete' }
  | { readonly do: 'add tag' | 'remove tag'; readonly tag: string }
  /** Copies the records below `to`; `from` is the key that they share and that is replaced. */
  | { readonly do: 'copy'; readonly from: string; readonly to: string }

/** What all records of a list have. */
export interface BulkRecord extends AnyRecord {
  readonly enabled?: boolean
  readonly tags?: readonly string[]
}

type Step = { readonly op: 'test' | 'add' | 'replace' | 'remove'; readonly path: string; readonly value?: unknown }

/** What happens to one record, and how it is taken back. */
export type BulkChange<T> =
  | { readonly id: string; readonly patch: readonly Step[]; readonly inverse: readonly Step[] }
  | { readonly id: string; readonly removed: T }
  | { readonly id: string; readonly created: T }

/** What a change does to each record. */
export interface BulkPlan<T> {
  readonly action: BulkAction
  readonly changes: readonly BulkChange<T>[]
  /** Records that are already as they should be. */
  readonly unchanged: number
}

/** Plans a change of many records. Each patch tests what it changes, so that it undoes nobody else's. */
export function planBulk<T extends BulkRecord>(records: readonly T[], action: BulkAction): BulkPlan<T> {
  const changes = records.flatMap((record) => changeOf(record, action) ?? [])
  return { action, changes, unchanged: records.length - changes.length }
}

function changeOf<T extends BulkRecord>(record: T, action: BulkAction): BulkChange<T> | undefined {
  const { enabled, tags = [] } = record
  const id = idOf(record)
  switch (action.do) {
    case 'enable':
    case 'disable': {
      const wanted = action.do === 'enable'
      if (enabled === wanted) return undefined
      return { id, patch: replaced('/enabled', !wanted, wanted), inverse: replaced('/enabled', wanted, !wanted) }
    }
    case 'add tag':
      return tags.includes(action.tag) ? undefined : retagged(record, [...tags, action.tag])
    case 'remove tag': {
      const left = tags.filter((tag) => tag !== action.tag)
      return left.length === tags.length ? undefined : retagged(record, left)
    }
    case 'delete':
      return { id, removed: record }
    case 'copy': {
      const copied = copiedId(id, action)
      return copied === id ? undefined : { id: copied, created: { ...record, id: copied } }
    }
  }
}

function retagged<T extends BulkRecord>(record: T, next: readonly string[]): BulkChange<T> {
  const { tags } = record
  const id = idOf(record)
  const path = '/tags'
  if (tags === undefined)
    return {
      id,
      patch: [{ op: 'add', path, value: next }],
      inverse: [
        { op: 'test', path, value: next },
        { op: 'remove', path },
      ],
    }
  return { id, patch: replaced(path, tags, next), inverse: replaced(path, next, tags) }
}

const replaced = (path: string, was: unknown, value: unknown): Step[] => [
  { op: 'test', path, value: was },
  { op: 'replace', path, value },
]

/** The id of a copy: `store:express` for `shop:express`, copied from `shop` to `store`. */
export const copiedId = (id: string, { from, to }: { readonly from: string; readonly to: string }): string =>
  from === '' ? `${to}:${id}` : `${to}${id.slice(from.length)}`

/** The longest key that all ids are, or are below of; empty if there is none. */
export function sharedKey(ids: readonly string[]): string {
  const [first = '', ...others] = ids
  const segments = first.split(':')
  for (; segments.length > 0; segments.pop()) {
    const key = segments.join(':')
    if (others.every((id) => id === key || id.startsWith(`${key}:`))) return key
  }
  return ''
}

/** What a plan does, as one sentence. */
export function consequence({ action, changes, unchanged }: BulkPlan<unknown>, noun: string): string {
  const many = counted(changes.length, noun)
  const is = changes.length === 1 ? 'is' : 'are'
  const rest = (already: string) =>
    unchanged === 0 ? '' : ` ${counted(unchanged, noun)} ${unchanged === 1 ? 'is' : 'are'} ${already}.`
  switch (action.do) {
    case 'enable':
      return `${many} ${is} switched on.${rest('already on')}`
    case 'disable':
      return `${many} ${is} switched off: nobody gets ${changes.length === 1 ? 'it' : 'them'} anymore.${rest('already off')}`
    case 'add tag':
      return `${many} ${changes.length === 1 ? 'gets' : 'get'} the tag.${rest('already tagged')}`
    case 'remove tag':
      return `${many} ${changes.length === 1 ? 'loses' : 'lose'} the tag.${rest('without it')}`
    case 'delete':
      return `${many} ${is} deleted.`
    case 'copy':
      return `${many} ${is} created as ${changes.length === 1 ? 'a copy' : 'copies'}. Records that exist stay as they are.`
  }
}
