import { errorTemplates } from '../../error-pages/error-template.ts'
import { type Experiment, experiments } from '../../experiments/experiment.ts'
import { apis, type GatewayApi } from '../../gateway/apis/api.ts'
import { backends } from '../../gateway/backends/backend.ts'
import { backendsNamed, loadDefinitions } from '../../gateway/compile/references.ts'
import { documentsRead } from '../../gateway/import-openapi/document-link.ts'
import { findDocumentText } from '../../gateway/import-openapi/documents.ts'
import type { GatewayInstance } from '../../gateway/instance.ts'
import { answerTurn, inSlices } from '../../machine/time/event-loop-turns.ts'
import type { Reads, Versioned } from '../../ports.ts'
import { credentials } from '../../subscriptions/credential.ts'
import { type StoredSubscription, subscriptions } from '../../subscriptions/subscription.ts'
import { SIGNING_KEYS } from '../signing/keep-signing-keys.ts'
import { readExperiment } from './served-experiment.ts'
import type { GatewayUnit, SourcedApi } from './source.ts'

/** The kinds of records that a data plane keeps, by the domain of their events. */
export const kinds = {
  Backend: { kind: 'backend', collection: backends.plural },
  ErrorTemplate: { kind: 'error-template', collection: errorTemplates.plural },
  SigningKey: { kind: 'signing-key', collection: SIGNING_KEYS },
  Subscription: { kind: 'subscription', collection: subscriptions.plural },
  Credential: { kind: 'credential', collection: credentials.plural },
  Experiment: { kind: 'experiment', collection: experiments.plural },
  Api: { kind: 'api', collection: apis.plural },
} as const

/** A domain whose records data planes keep. */
export type KeptDomain = keyof typeof kinds

/** A record that a data plane keeps, and the id of the event that changed it. */
export interface Changed {
  readonly domain: KeptDomain
  readonly key: string
  readonly revision: number
}

/** The unit of a record. */
export type RecordUnit = Exclude<GatewayUnit, { kind: 'end' | 'quota' | 'cookie-key' }>

/** Reads what data planes keep, with its secrets. */
export interface UnitReader {
  /** All units: backends first, then error templates, consumers, experiments and APIs. */
  all(revision: number): AsyncIterable<RecordUnit>
  /** The units of changed records as they are now, each read once. Stored backends that an API uses come with the API. */
  changed(records: readonly Changed[]): Promise<readonly RecordUnit[]>
}

/** Creates a reader of the units in a store. */
export function createUnitReader({ store, catalog }: Pick<GatewayInstance, 'store' | 'catalog'>): UnitReader {
  async function toUnit({ domain, key, revision }: Changed, found: Versioned | undefined): Promise<RecordUnit> {
    const value = found && (await readValue(domain, found, key))
    return { kind: kinds[domain].kind, key, revision, ...(value !== undefined && { value }) } as RecordUnit
  }

  function readValue(domain: KeptDomain, found: Versioned, key: string): unknown {
    if (domain === 'Api') return readApi({ store, catalog }, key, found)
    if (domain === 'Experiment') return readExperiment(store, found.value as Experiment)
    if (domain === 'Subscription') return withoutConsumer(found.value as StoredSubscription)
    return found.value
  }

  const read = async (record: Changed): Promise<RecordUnit> =>
    toUnit(record, await store.get(kinds[record.domain].collection, record.key))

  const backendsOf = (unit: RecordUnit): Iterable<string> =>
    unit.kind === 'api' && unit.value ? backendsNamed(unit.value.api, unit.value, catalog) : []

  async function readAll(records: readonly Changed[]): Promise<readonly RecordUnit[]> {
    const units: RecordUnit[] = []
    for (let first = 0; first < records.length; first += AT_ONCE) {
      if (first > 0) await answerTurn()
      units.push(...(await Promise.all(records.slice(first, first + AT_ONCE).map(read))))
    }
    return units
  }

  return {
    async *all(revision) {
      for (const domain of Object.keys(kinds) as KeptDomain[])
        for await (const entries of inSlices(store.scan(kinds[domain].collection), AT_ONCE))
          yield* await Promise.all(entries.map((entry) => toUnit({ domain, key: entry.key, revision }, entry)))
    },
    async changed(records) {
      const units = await readAll(records.filter(({ domain }) => domain === 'Api'))
      // An API is read as it is now: it may use a backend whose own event has not been read yet.
      const used = units.flatMap((unit) =>
        [...backendsOf(unit)].map((key) => ({ domain: 'Backend', key, revision: unit.revision }) as const),
      )
      const others = [...used, ...records.filter(({ domain }) => domain !== 'Api')]
      const byPlace = new Map(others.map((record) => [placeOf(record.domain, record.key), record]))
      return [...(await readAll([...byPlace.values()])), ...units]
    },
  }
}

/** A subscription without what its consumer wrote and who that is, which no data plane needs. */
function withoutConsumer(subscription: StoredSubscription): StoredSubscription {
  const { form, accepted, ...served } = subscription
  return form === undefined && accepted === undefined ? subscription : served
}

/** How many records are read at once. Between these, other work gets the thread. */
const AT_ONCE = 32

/** A text for each record of the kept domains. */
export const placeOf = (domain: KeptDomain, key: string): string => `${domain} ${key}`

/**
 * Reads an API with its definitions; again if the API changed in between, because a mix of before and after was never
 * served.
 */
async function readApi(
  { store, catalog }: Pick<GatewayInstance, 'store' | 'catalog'>,
  id: string,
  first: Versioned,
): Promise<SourcedApi | undefined> {
  for (let found: Versioned | undefined = first; found; ) {
    const definitions = await loadDefinitions(store, id)
    const api = found.value as GatewayApi
    const { live = api, draft = api } = definitions
    const documents = await readDocuments(store, id, documentsRead(id, [live, draft], catalog))
    const after: Versioned | undefined = await store.get(apis.plural, id)
    if (after?.version === found.version) return { api, ...definitions, ...(documents && { documents }) }
    found = after
  }
  return undefined
}

/** Reads documents of an API; `undefined` if there are none. */
async function readDocuments(store: Reads, id: string, names: ReadonlySet<string>): Promise<SourcedApi['documents']> {
  if (names.size === 0) return undefined
  const documents: Record<string, string> = {}
  for (const sha256 of names) {
    const text = await findDocumentText(store, id, sha256)
    if (text !== undefined) documents[sha256] = text
  }
  return documents
}
