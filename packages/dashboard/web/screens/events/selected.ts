import type { ChangeEvent } from '@signalbox/core/contract'
import { authorOf } from '../../log/author.ts'
import { changeTypes } from '../../log/change-types.ts'
import { eventDomains } from '../../log/domains.ts'
import type { HistoryQuery } from '../../log/history-file.ts'
import type { Option } from '../../parts/fields/Combobox.tsx'
import { type EventFilter, isBy, whatOf } from './filter.ts'

/** What the service is asked for; it does not know beginnings of names, which the page selects by itself. */
export const askedFor = ({ domain, key }: EventFilter): HistoryQuery => ({
  domains: domain === '' ? eventDomains.join(',') : domain,
  types: changeTypes.join(','),
  ...(key !== '' && { pattern: key }),
})

/**
 * What a file of the selected events is asked for. The service selects one author by the whole id: the one that was
 * typed, or that of all events that are shown; `undefined` if there is no such author.
 */
export function fileOf(filter: EventFilter, shown: readonly ChangeEvent[]): HistoryQuery | undefined {
  const { what, author } = filter
  const types = changeTypes.filter((type) => what === '' || whatOf(type) === what).join(',')
  if (author === '') return { ...askedFor(filter), types }
  const ids = new Set(shown.map(({ authInfo }) => authInfo?.id))
  const [only, ...others] = ids
  const id = ids.has(author) ? author : others.length === 0 ? only : undefined
  return id === undefined ? undefined : { ...askedFor(filter), types, author: id }
}

/** The authors of events whose id or name begins with a text, each once. */
export function authorsIn(events: readonly ChangeEvent[], text: string): readonly Option[] {
  const found = new Map<string, Option>()
  for (const event of events) {
    const { id } = event.authInfo ?? {}
    if (id === undefined || found.has(id) || !isBy(event, text)) continue
    found.set(id, { value: id, hint: authorOf(event.authInfo).name })
  }
  return [...found.values()]
}
