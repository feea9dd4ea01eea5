import type { Origin } from '../machine/callers/origin.ts'
import type { Change, Entry, Reads } from '../ports.ts'

/**
 * Collection of the plans and APIs whose subscriptions are still being closed or deleted in the background. A record is
 * written in one commit with the closed plan (key `<API>/<plan>`) or the deleted API (key `<API>`), and deleted after its
 * last batch.
 */
const ENDINGS = 'subscription-endings'

/** What happens to the subscriptions of a plan or an API, and who caused it. */
export interface Ending {
  readonly what: 'close' | 'delete'
  /** The origin of the events. */
  readonly origin: Origin
}

/** An ending with its place and its record version. */
export interface StoredEnding extends Ending {
  readonly api: string
  /** Absent if the API was deleted. */
  readonly plan?: string
  readonly version: string
}

/** Where an ending is stored: that of a plan, or that of a whole API. */
export interface EndingPlace {
  readonly api: string
  readonly plan?: string
}

const keyOf = ({ api, plan }: EndingPlace): string => (plan === undefined ? api : `${api}/${plan}`)

const toEnding = ({ key, value, version }: Entry): StoredEnding => {
  const [api = '', plan] = key.split('/')
  return { ...(value as Ending), api, ...(plan !== undefined && { plan }), version }
}

/** The next endings in key order; the first few. */
export async function nextEndings(store: Reads, limit: number): Promise<readonly StoredEnding[]> {
  const found: StoredEnding[] = []
  for await (const entry of store.scan(ENDINGS, { limit })) found.push(toEnding(entry))
  return found
}

/** Finds the ending of a plan or an API. */
export async function findEnding(store: Reads, place: EndingPlace): Promise<StoredEnding | undefined> {
  const found = await store.get(ENDINGS, keyOf(place))
  return found && toEnding({ ...found, key: keyOf(place) })
}

/** The ids of all APIs whose subscriptions are being closed or deleted. */
export async function endingApis(store: Reads): Promise<ReadonlySet<string>> {
  const apis = new Set<string>()
  for await (const { key } of store.scan(ENDINGS)) apis.add(key.split('/')[0] as string)
  return apis
}

/** The change that begins an ending. */
export const beginEnding = (place: EndingPlace, ending: Ending): Change => ({
  op: 'put',
  collection: ENDINGS,
  key: keyOf(place),
  value: ending,
})

/** A check that makes the commit fail if the ending has changed or is over. */
export const checkEnding = (ending: StoredEnding): Change => ({
  op: 'check',
  collection: ENDINGS,
  key: keyOf(ending),
  expected: ending.version,
})

/** A check that makes the commit fail if the subscriptions of a deleted API with this id are still being deleted. */
export const checkNoEnding = (api: string): Change => ({
  op: 'check',
  collection: ENDINGS,
  key: api,
  expected: null,
})

/** The change that removes an ending after its last batch. */
export const endEnding = (ending: StoredEnding): Change => ({
  op: 'delete',
  collection: ENDINGS,
  key: keyOf(ending),
  expected: ending.version,
})

/** The change that removes the endings of all plans of an API. */
export const dropPlanEndings = (api: string): Change => ({
  op: 'deletePrefix',
  collection: ENDINGS,
  prefix: `${api}/`,
})
