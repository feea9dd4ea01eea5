import type { Store } from '../../ports.ts'
import type { LoggedEvent } from './event.ts'

/** How far apart the ids are. */
const STEP = 4

/**
 * A store whose ids are not consecutive, as in databases, where ids follow the time. It wraps a store whose ids are.
 */
export function sparseIds(store: Store): Store {
  const { readBack: _readBack, ...rest } = store
  const spread = <E extends Pick<LoggedEvent, '_id'>>(event: E): E => ({ ...event, _id: event._id * STEP })
  const placeOf = (id: number) => Math.floor(id / STEP)
  return {
    ...rest,
    async commit(changes, drafts) {
      const committed = await store.commit(changes, drafts)
      return 'events' in committed ? { ...committed, events: committed.events.map(spread) } : committed
    },
    async *read({ after, ...options }) {
      for await (const event of store.read({ ...options, after: placeOf(after) })) yield spread(event)
    },
    countEvents: async ({ after, limit }) => (await store.countEvents?.({ after: placeOf(after), limit })) as number,
    head: async () => (await store.head()) * STEP,
    ...(store.trimmedTo && { trimmedTo: async () => ((await store.trimmedTo?.()) as number) * STEP }),
  }
}
