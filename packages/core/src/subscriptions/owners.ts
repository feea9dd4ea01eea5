import type { ApiDefinition } from '../gateway/api.ts'
import type { Store } from '../ports.ts'
import { placesOf } from './places.ts'

/** How many owners are named at most. */
const MOST_NAMED = 20

/** Who owns subscriptions of an API and is no client of it: the first of them. */
export async function strangersOf(store: Store, { id, clients = [] }: ApiDefinition): Promise<readonly string[]> {
  const known = new Set(clients.map((client) => client.id))
  const found = new Set<string>()
  for await (const { owner } of placesOf(store, { api: id as string })) {
    if (owner !== undefined && !known.has(owner)) found.add(owner)
    if (found.size === MOST_NAMED) break
  }
  return [...found]
}
