import type { ChangeEvent } from '@signalbox/core/contract'
import { api } from '../../api.ts'
import { eventDomains } from '../../log/event-domains.ts'

/** Clients who take part in experiments cause these events, not people who change something. */
const traffic = new Set<string>(['VARIANT_BINDING_CREATED', 'EXPERIMENT_VARIANT_EVENT_CREATED'])

/** Whether an event is a change that someone made. */
export const isChange = ({ type }: ChangeEvent): boolean => !traffic.has(type)

const MOST = 50

/** The newest changes first, each once. */
export function withNewest(known: readonly ChangeEvent[], added: readonly ChangeEvent[]): readonly ChangeEvent[] {
  const all = new Map([...added.filter(isChange), ...known].map((event) => [event._id, event]))
  return [...all.values()].sort((one, other) => other._id - one._id).slice(0, MOST)
}

/** The last changes that the caller may see. */
export async function loadRecent(): Promise<readonly ChangeEvent[]> {
  const { results } = await api.events.history({ domains: eventDomains.join(','), limit: 2 * MOST })
  return withNewest([], results)
}
