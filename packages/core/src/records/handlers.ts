import type { CallOptions } from '../operation.ts'
import type { Collection, Paging } from './collection.ts'
import type { ImportOptions } from './import.ts'
import type { JsonPatch } from './patch.ts'
import type { RecordOf, Resource } from './resource.ts'

/** Create, read, replace, delete, list, count and delete many. */
export const crudHandlers = <R extends Resource>(records: Collection<R>) => ({
  list: (query: Paging) => records.list(query),
  create: ({ body }: { body: RecordOf<R> }) => records.create(body),
  get: ({ id }: { id: string }) => records.get(id),
  replace: ({ id, body }: { id: string; body: RecordOf<R> }, { ifMatch }: CallOptions) =>
    records.replace(id, body, ifMatch),
  delete: ({ id }: { id: string }, { ifMatch }: CallOptions) => records.remove(id, ifMatch),
  count: async ({ pattern }: { pattern?: string }) => ({ count: await records.count(pattern) }),
  deleteMany: async ({ pattern }: { pattern: string }) => ({ count: await records.removeMany(pattern) }),
})

/** JSON Patch. */
export const patchHandler = <R extends Resource>(records: Collection<R>) => ({
  patch: ({ id, body }: { id: string; body: JsonPatch }, { ifMatch }: CallOptions) => records.patch(id, body, ifMatch),
})

/** nd-json download and upload. */
export const bulkHandlers = <R extends Resource>(records: Collection<R>) => ({
  export: async ({ pattern }: { pattern?: string }) => records.scan(pattern),
  import: (
    { body, ...options }: ImportOptions & { body: Iterable<unknown> | AsyncIterable<unknown> },
    { signal }: CallOptions,
  ) => records.importAll(body, { ...options, ...(signal && { signal }) }),
})
