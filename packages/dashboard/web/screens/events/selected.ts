import type { ChangeEvent } from '@signalbox/core/contract'
import { changeTypes } from '../../log/change-types.ts'
import { eventDomains } from '../../log/event-domains.ts'
import type { HistoryQuery } from '../../log/history-file.ts'
import type { EventFilter } from './filter.ts'
import { whatOf } from './filter.ts'

/** What the service is asked for; it does not know beginnings of names, which the page selects by itself. */
export const askedFor = ({ domain, key }: EventFilter): HistoryQuery => ({
  domains: domain === '' ? eventDomains.join(',') : domain,
  types: changeTypes.join(','),
  ...(key !== '' && { pattern: key }),
})

/**
 * What a file of the selected events is asked for. The service selects one author by the whole id, so it is that of the
 * events that are shown; `undefined` if they have several authors, or none.
 */
export function fileOf(filter: EventFilter, shown: readonly ChangeEvent[]): HistoryQuery | undefined {
  const { what, author } = filter
  const types = changeTypes.filter((type) => what === '' || whatOf(type) === what).join(',')
  if (author === '') return { ...askedFor(filter), types }
  const [id, ...others] = new Set(shown.map(({ authInfo }) => authInfo?.id))
  return id === undefined || others.length > 0 ? undefined : { ...askedFor(filter), types, author: id }
}
