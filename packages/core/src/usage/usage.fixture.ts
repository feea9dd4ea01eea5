import { SignalboxError } from '../machine/errors/errors.ts'
import type { Store } from '../ports.ts'
import type { UsageBatch, UsageEntry } from './usage-batch.ts'

/** Midday of a day in 2026, UTC. */
export const noon = Date.parse('2026-11-22T12:00:00Z')

/** A minute of requests to the API `shop` by the subscription `s`. */
export const entry = (members: Partial<UsageEntry> = {}): UsageEntry => ({
  api: 'shop',
  plan: 'gold',
  subscription: 's',
  route: 'shop:orders',
  statusClass: 2,
  minute: noon,
  requests: 1,
  bytesIn: 10,
  bytesOut: 100,
  backendMs: 5,
  limited: 0,
  ...members,
})

/** A batch of the data plane `one`. */
export const batch = (seq: number, members: Partial<UsageBatch> = {}): UsageBatch => ({
  instance: 'one',
  seq,
  entries: [entry()],
  quotas: [],
  due: [],
  ...members,
})

/** How a commit ends: it is stored or not, and the answer arrives or not. */
export type Fate = 'done' | 'answer lost' | 'refused'

/** A store over another one that treats commits as told; after that they are done. */
export function faultyStore(store: Store, fates: readonly Fate[]): Store {
  const left = [...fates]
  return {
    ...store,
    async commit(changes, events) {
      const fate = left.shift() ?? 'done'
      const committed = fate === 'refused' ? undefined : await store.commit(changes, events)
      if (fate !== 'done' || !committed) throw new SignalboxError('UNAVAILABLE', `The commit was ${fate}`)
      return committed
    },
  }
}
