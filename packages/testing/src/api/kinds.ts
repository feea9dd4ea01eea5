import type { CallOptions, ChangeEvent, Domain } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'

/** A record of any kind, and the member that tests change. */
export interface Sample {
  readonly id: string
  /** Of those kinds that have it. */
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

/** What an upload answers. */
interface ImportResult {
  readonly success: number
  readonly errors: {
    readonly errors: readonly { readonly message: string; readonly args: readonly string[] }[]
    readonly fieldErrors: Readonly<Record<string, unknown>>
  }
}

type Query = { pattern?: string; page?: number; pageSize?: number }
type Upload = { body: Iterable<unknown> | AsyncIterable<unknown>; strategy?: 'Keep' | 'Replace'; dryRun?: boolean }

/** What records of every kind can be asked. Bodies are `unknown`, for some tests send wrong ones. */
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

/** A kind of record, as far as tests tell one from another. */
export interface Kind {
  readonly name: string
  readonly plural: 'features' | 'configs' | 'experiments' | 'scripts'
  readonly domain: Domain
  /** What the types of its events begin with. */
  readonly prefix: 'FEATURE' | 'CONFIG' | 'EXPERIMENT' | 'GLOBALSCRIPT'
  /** No write can rename it. */
  readonly fixedId?: true
  /** Its part of an API. */
  of(api: SignalboxApi): RecordApi
  /** A valid record; another number makes another content. */
  sample(id: string, n?: number): Sample
}

/** The kinds of records that all shared tests hold for. */
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

/** Experiments. Their answers, unlike their events, have populations; the sample is an answer to a new one. */
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

/** What is said of an event, without what every run has anew. */
export const summary = ({ type, key, payload, oldValue }: ChangeEvent) =>
  oldValue === undefined ? [type, key, payload] : [type, key, payload, oldValue]
