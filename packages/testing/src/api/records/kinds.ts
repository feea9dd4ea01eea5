import type { CallOptions, ChangeEvent, Domain } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'

/** A record of any kind, with the member that tests change. */
export interface Sample {
  readonly id: string
  /** Only on kinds that have metadata. */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A page of a list. */
interface Page {
  readonly results: readonly Sample[]
  readonly metadata: {
    readonly page: number
    readonly pageSize: number
    readonly count: number
    readonly nbPages: number
  }
}

/** The response to an upload. */
interface ImportResult {
  readonly success: number
  readonly errors: {
    readonly errors: readonly { readonly message: string; readonly args: readonly string[] }[]
    readonly fieldErrors: Readonly<Record<string, unknown>>
  }
}

type Query = { pattern?: string; page?: number; pageSize?: number }
type Upload = { body: Iterable<unknown> | AsyncIterable<unknown>; strategy?: 'Keep' | 'Replace'; dryRun?: boolean }

/** The operations that every kind of record has. Bodies are `unknown` because some tests send invalid ones. */
export interface RecordApi {
  list(input?: Query): Promise<Page>
  create(input: { body: unknown }): Promise<Sample>
  get(input: { id: string }): Promise<Sample>
  replace(input: { id: string; body: unknown }, options?: CallOptions): Promise<Sample>
  patch(input: { id: string; body: unknown }, options?: CallOptions): Promise<Sample>
  delete(input: { id: string }, options?: CallOptions): Promise<Sample>
  count(input?: { pattern?: string }): Promise<{ count: number }>
  deleteMany(input: { pattern: string }): Promise<{ count: number }>
  export(input?: { pattern?: string }): Promise<AsyncIterable<Sample>>
  import(input: Upload): Promise<ImportResult>
}

/** A kind of record: what tests need to know about it. */
export interface Kind {
  readonly name: string
  readonly plural: 'features' | 'segments' | 'configs' | 'experiments' | 'scripts'
  readonly domain: Domain
  /** The prefix of its event types. */
  readonly prefix: 'FEATURE' | 'SEGMENT' | 'CONFIG' | 'EXPERIMENT' | 'GLOBALSCRIPT'
  /** Set if its id can never change. */
  readonly fixedId?: true
  /** Its operations, taken from an API. */
  of(api: SignalboxApi): RecordApi
  /** A valid record. A different `n` gives different content. */
  sample(id: string, n?: number): Sample
}

/** The kinds of records for which every shared test runs. */
export const kinds: readonly Kind[] = [
  {
    name: 'feature',
    plural: 'features',
    domain: 'Feature',
    prefix: 'FEATURE',
    of: (api) => api.features as unknown as RecordApi,
    sample: (id, n = 0) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY', metadata: { n } }) as Sample,
  },
  {
    name: 'config',
    plural: 'configs',
    domain: 'Config',
    prefix: 'CONFIG',
    of: (api) => api.configs as unknown as RecordApi,
    sample: (id, n = 0) => ({ id, metadata: { n }, value: 'a value' }) as Sample,
  },
]

/** Experiments. Their responses, unlike their events, include populations; the sample is the response for a new one. */
export const experimentKind: Kind = {
  name: 'experiment',
  plural: 'experiments',
  domain: 'Experiment',
  prefix: 'EXPERIMENT',
  fixedId: true,
  of: (api) => api.experiments as unknown as RecordApi,
  sample: (id, n = 0) => {
    const variant = { traffic: 0.5, currentPopulation: 0 }
    const variants = ['A', 'B'].map((id) => ({ id, name: id, ...variant }))
    return { id, name: id, enabled: true, metadata: { n }, variants } as Sample
  },
}

/** Segments. */
export const segmentKind: Kind = {
  name: 'segment',
  plural: 'segments',
  domain: 'Segment',
  prefix: 'SEGMENT',
  of: (api) => api.segments as unknown as RecordApi,
  sample: (id, n = 0) => ({ id, metadata: { n }, included: ['ann'] }) as Sample,
}

/** Global scripts, which have no metadata. */
export const scriptKind: Kind = {
  name: 'script',
  plural: 'scripts',
  domain: 'Script',
  prefix: 'GLOBALSCRIPT',
  of: (api) => api.scripts as unknown as RecordApi,
  sample: (id, n = 0) => {
    const source = { type: 'javascript', script: `function enabled() { return ${n} }` }
    return { id, name: id, source } as Sample
  },
}

/** An event without the members that differ in every run. */
export const summary = ({ type, key, payload, oldValue }: ChangeEvent) =>
  oldValue === undefined ? [type, key, payload] : [type, key, payload, oldValue]
