import type { ChangeEvent } from '@signalbox/core/contract'
import { matches } from '@signalbox/core/grants'
import { authorOf } from '../../log/author.ts'

/** Which events are shown. Empty members let everything pass. */
export interface EventFilter {
  readonly domain: string
  readonly what: '' | 'created' | 'updated' | 'deleted' | 'other'
  /** A key, or a pattern such as `shop:*`. */
  readonly key: string
  /** The name or the id of the author, or the beginning of one. */
  readonly author: string
}

const kinds = ['created', 'updated', 'deleted'] as const

/** The filter in an address. Unknown values let everything pass. */
export const filterOf = (query: URLSearchParams): EventFilter => ({
  domain: query.get('domain') ?? '',
  what: [...kinds, 'other' as const].find((kind) => kind === query.get('what')) ?? '',
  key: query.get('key') ?? '',
  author: query.get('author') ?? '',
})

/** The query of an address with a filter; empty without one. */
export function queryOf(filter: EventFilter): string {
  const set = Object.entries(filter).filter(([, value]) => value !== '')
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}

/** Whether an event passes. */
export function passes({ domain, what, key, author }: EventFilter, event: ChangeEvent): boolean {
  if (domain !== '' && event.domain !== domain) return false
  if (what !== '' && whatOf(event.type) !== what) return false
  if (key !== '' && !matches(key, event.key)) return false
  return isBy(event, author)
}

/** Whether the id or the name of the author of an event begins with a text. */
export function isBy({ authInfo }: ChangeEvent, text: string): boolean {
  const { id = '', name = '' } = authInfo ?? {}
  return [id, name, authorOf(authInfo).name].some((one) => one.toLowerCase().startsWith(text.toLowerCase()))
}

/** What a type of events says happened. */
export const whatOf = (type: string): Exclude<EventFilter['what'], ''> =>
  kinds.find((kind) => type.endsWith(`_${kind.toUpperCase()}`)) ?? 'other'
