import type { CallContext } from '../../operation.ts'
import type { Collection } from './collection.ts'
import type { BulkWrite } from './hooks.ts'
import type { ImportOptions } from './lines/import.ts'
import type { AnyPatch } from './patching/any-patch.ts'
import type { Chosen } from './patching/patch-batches.ts'
import type { Paging } from './reads.ts'
import type { RecordOf, Resource } from './resource.ts'

/** Handlers to create, read, replace, delete, list, count and bulk delete records. */
export const crudHandlers = <R extends Resource, I = never>(records: Collection<R, I>) => ({
  list: (query: Paging, call: CallContext) => records.list(query, call),
  create: ({ body }: { body: RecordOf<R> }, call: CallContext) => records.create(body, { call }),
  get: ({ id }: { id: string }, call: CallContext) => records.pass(id, call),
  replace: ({ id, body }: { id: string; body: RecordOf<R> }, call: CallContext) => records.replace(id, body, { call }),
  delete: ({ id }: { id: string }, call: CallContext) => records.remove(id, { call }),
  count: async ({ pattern }: { pattern?: string }, call: CallContext) => ({
    count: await records.count(pattern, call),
  }),
  deleteMany: async ({ pattern }: { pattern: string }, call: CallContext) => ({
    count: await records.removeMany(pattern, { call }),
  }),
})

/** The handler for JSON Patch and merge patch. */
export const patchHandler = <R extends Resource, I = never>(records: Collection<R, I>) => ({
  patch: ({ id, body }: { id: string; body: AnyPatch }, call: CallContext) => records.patch(id, body, { call }),
})

/** The body of a bulk patch. */
export interface ManyPatch extends Chosen {
  readonly patch: AnyPatch
}

/** The handler to patch many records. */
export const patchManyHandler =
  <R extends Resource, I = never>(records: Collection<R, I>) =>
  ({ patch, ...chosen }: ManyPatch, by: BulkWrite<I>) =>
    records.patchMany(patch, chosen, by)

/** What a download has. */
export interface Download {
  readonly pattern?: string
  readonly fields?: string
}

/** The lines of a download, or some of their members. */
export async function downloaded<L extends object>(
  resource: Resource,
  lines: AsyncIterable<L>,
  fields: string | undefined,
): Promise<AsyncIterable<L>> {
  if (fields === undefined) return lines
  const { withFields } = await import('./fields.ts')
  return withFields(resource, lines, fields)
}

/** Handlers for nd-json download and upload. */
export const bulkHandlers = <R extends Resource, I = never>(records: Collection<R, I>) => ({
  export: async ({ pattern, fields }: Download, call: CallContext) =>
    downloaded(records.resource, records.exportLines(pattern, call), fields),
  import: (
    { body, ...options }: ImportOptions & { body: Iterable<unknown> | AsyncIterable<unknown> },
    call: CallContext,
  ) => records.importAll(body, options, { call }),
})
