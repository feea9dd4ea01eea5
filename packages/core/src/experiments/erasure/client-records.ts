import type { Turn } from '../../machine/time/event-loop-turns.ts'
import type { Entry, Reads, Versioned } from '../../ports.ts'
import type { VariantEvent } from '../experiment.ts'
import type { ClientFacts } from '../recording/record-event.ts'
import { ANSWERS, CLIENTS, EVENTS, fromStorageKey, storageKey } from '../storage-keys.ts'

/** A client of an experiment. */
export interface ClientOf {
  readonly experimentId: string
  readonly clientId: string
}

/** What an experiment stores of a client. */
export interface ClientRecords {
  readonly facts: Versioned | undefined
  readonly events: readonly Entry[]
  /** The keys of remembered responses. */
  readonly answers: readonly string[]
}

const KINDS = ['displayed', 'won', 'bound']
const DAY_DIGITS = 6

/**
 * Reads what an experiment stores of a client, without reading what it stores of others. `uploaded` are the keys of events
 * whose ids do not tell the client.
 */
export async function clientRecords(
  store: Reads,
  { experimentId, clientId }: ClientOf,
  uploaded: readonly string[] = [],
): Promise<ClientRecords> {
  const facts = await store.get(CLIENTS, storageKey(experimentId, clientId))
  const events = new Map<string, Entry>()
  const add = (entry: Entry) => {
    if ((entry.value as VariantEvent).clientId === clientId) events.set(entry.key, entry)
  }
  for (const variantId of variantsOf(facts?.value as ClientFacts | undefined)) {
    const prefix = `${experimentId}:${variantId}:${clientId}:`
    for await (const entry of beginning(store, EVENTS, { experimentId, prefix })) add(entry)
  }
  for (const key of uploaded) {
    const found = await store.get(EVENTS, key)
    if (found) add({ key, ...found })
  }
  const answers: string[] = []
  for await (const day of daysOfAnswers(store, experimentId))
    for (const kind of KINDS) {
      const prefix = `${day}/${JSON.stringify([kind, clientId]).slice(0, -1)},`
      for await (const { key } of beginning(store, ANSWERS, { experimentId, prefix })) answers.push(key)
    }
  return { facts, events: [...events.values()], answers }
}

/** The variants of which a client may have events. */
const variantsOf = ({ variantId, past = [], seen = {} }: ClientFacts = {}): ReadonlySet<string> =>
  new Set([...Object.keys(seen), ...past.map((one) => one.variantId), ...(variantId === undefined ? [] : [variantId])])

/** The keys of all events of a client, also of those with ids that were chosen elsewhere. Reads all events of the experiment. */
export async function eventKeys(store: Reads, { experimentId, clientId }: ClientOf, rest: Turn): Promise<string[]> {
  const part = JSON.stringify(clientId)
  const keys: string[] = []
  for await (const { key, text, value } of store.scan(EVENTS, {
    where: [storageKey(experimentId, '*')],
    asText: true,
  })) {
    await rest()
    if (text !== undefined && !text.includes(part)) continue
    const event = (text === undefined ? value : JSON.parse(text)) as VariantEvent
    if (event.clientId === clientId) keys.push(key)
  }
  return keys
}

async function* beginning(
  store: Reads,
  collection: string,
  { experimentId, prefix }: { readonly experimentId: string; readonly prefix: string },
): AsyncGenerator<Entry> {
  const start = storageKey(experimentId, prefix)
  for await (const entry of store.scan(collection, { where: [storageKey(experimentId, '*')], after: start })) {
    if (!entry.key.startsWith(start)) return
    yield entry
  }
}

/** The days of which an experiment remembers responses, as their keys begin. */
async function* daysOfAnswers(store: Reads, experimentId: string): AsyncGenerator<string> {
  const where = [storageKey(experimentId, '*')]
  for (let after: string | undefined = storageKey(experimentId, ''); after !== undefined; ) {
    let day: string | undefined
    for await (const { key } of store.scan(ANSWERS, { where, after, limit: 1 }))
      day = fromStorageKey(key).name.slice(0, DAY_DIGITS)
    if (day !== undefined) yield day
    after = day && storageKey(experimentId, `${day}0`) // "0" follows the slash
  }
}
