import { signal } from '@preact/signals'
import { api } from '../../calls/api.ts'
import { onEvent } from '../../records/stream.ts'
import { type AskedRequest, createExplaining } from './create-explaining.ts'
import type { GivenHeader, ReadRequest } from './given-request.ts'

/** How long further changes are awaited before is asked again. */
const PAUSE_MS = 1000

/** The request in the form. It is kept in memory only: it may have credentials. */
export const given = signal<AskedRequest>({ method: 'GET', url: '', headers: [], address: '' })

/** What could not be taken over from a pasted request, or what is wrong with it. */
export const notes = signal<readonly string[]>([])

/** The explanation of the request that was asked last. */
export const explaining = createExplaining({
  explain: ({ method, url, headers, address }) =>
    api.gateway.explain({ body: { method, url, headers: byName(headers), ...(address !== '' && { address }) } }),
  planes: async () => (await api.gateway.list({})).results,
  routeOf: async (id) => (await api.routes({ filter: { id } })).routes[0],
  pause: () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)),
})

/** The domains whose changes may change an explanation. */
const domains: ReadonlySet<string> = new Set(['Api', 'Backend', 'Feature', 'Experiment', 'Segment', 'Script'])

onEvent(({ domain, _id }) => {
  if (domains.has(domain)) explaining.changed(_id)
})

/** Takes over a pasted request, and asks about it. */
export function takeRequest(read: ReadRequest): void {
  notes.value = 'problem' in read ? [read.problem] : read.notes
  if ('problem' in read) return
  given.value = { ...given.peek(), ...read.request }
  void explaining.ask(given.peek())
}

/** Headers by name, as the service takes them: a list for a repeated header. */
function byName(headers: readonly GivenHeader[]): Record<string, string | string[]> {
  const grouped = Map.groupBy(
    headers.filter(({ name }) => name.trim() !== ''),
    ({ name }) => name.trim().toLowerCase(),
  )
  return Object.fromEntries([...grouped].map(([name, list]) => [name, list.map(({ value }) => value)]))
}
