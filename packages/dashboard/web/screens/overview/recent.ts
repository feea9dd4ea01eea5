import type { ChangeEvent } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { changeTypes } from '../../log/change-types.ts'
import { eventDomains } from '../../log/domains.ts'

const MOST = 50

/** The newest changes first, each once. */
export function withNewest(known: readonly ChangeEvent[], added: readonly ChangeEvent[]): readonly ChangeEvent[] {
  const all = new Map([...added, ...known].map((event) => [event._id, event]))
  return [...all.values()].sort((one, other) => other._id - one._id).slice(0, MOST)
}

/** The last changes that the caller may see. */
export async function loadRecent(): Promise<readonly ChangeEvent[]> {
  const { results } = await api.events.history({
    domains: eventDomains.join(','),
    types: changeTypes.join(','),
    limit: MOST,
  })
  return withNewest([], results)
}
