import type { Operation, Signalbox } from '@signalbox/core'
import { contract, operations } from '@signalbox/core'

/** The lines of a kind: records, or what belongs to records. */
export type Lines = AsyncIterable<unknown>

/** What an upload answers, as far as a restore needs it. */
export interface Uploaded {
  readonly success: number
  readonly errors: { readonly errors: readonly { readonly args: readonly string[] }[] }
}

/** One kind of lines in a file of export. */
export interface Kind {
  readonly name: string
  /** Where HTTP has it: `/api/features.ndjson`. */
  readonly path: string
  readonly export: (box: Signalbox) => Promise<Lines>
  readonly import: (box: Signalbox, body: Lines, strategy: 'Keep' | 'Replace') => Promise<Uploaded>
}

/** Kinds that others refer to come before those, and what belongs to a record behind it. Others follow as the contract has them. */
const order = [
  'scripts',
  'features',
  'configs',
  'experiments',
  'bindings',
  'events',
  'error-templates',
  'backends',
  'apis',
  'deployments',
  'drafts',
  'documents',
  'api-subscriptions',
  'credentials',
]
/** Names that do not follow from the path. */
const names: Readonly<Record<string, string>> = { '/api/workflows/store.ndjson': 'workflow-values' }

const nameOf = (path: string): string => names[path] ?? path.slice(path.lastIndexOf('/') + 1).replace(/\.ndjson$/, '')
const placeOf = ({ name }: Kind): number => (order.includes(name) ? order.indexOf(name) : order.length)
const isNdjson = (body: Operation['body']): boolean =>
  body !== undefined && 'encoding' in body && body.encoding === 'ndjson'

type Call = (input: Record<string, unknown>) => Promise<unknown>
const all = operations(contract)

/** Every kind that the contract can download and upload as nd-json, in the order in which a store is restored. */
export const kinds: readonly Kind[] = all
  .filter(({ operation }) => operation.method === 'GET' && isNdjson(operation.response as Operation['body']))
  .map(({ operation: { path }, find: findDownload }): Kind => {
    const upload = all.find(({ operation }) => operation.path === path && isNdjson(operation.body))
    if (!upload) throw new Error(`${path} can be downloaded and not uploaded: a restore would lose it`)
    return {
      name: nameOf(path),
      path,
      export: (box) => (findDownload(box) as Call)({}) as Promise<Lines>,
      import: (box, body, strategy) => (upload.find(box) as Call)({ body, strategy }) as Promise<Uploaded>,
    }
  })
  .sort((one, other) => placeOf(one) - placeOf(other))
