import { problem, SignalboxError } from '../errors.ts'
import type { CallContext } from '../operation.ts'
import type { AnyPatch } from './any-patch.ts'
import type { Collection } from './collection.ts'
import { withFields } from './fields.ts'
import type { Write } from './hooks.ts'
import type { ImportOptions } from './import.ts'
import type { Chosen } from './patch-many.ts'
import type { Paging } from './reads.ts'
import type { RecordOf, Resource } from './resource.ts'

/** Handlers to create, read, replace, delete, list, count and bulk delete records. */
export const crudHandlers = <R extends Resource, I = never>(records: Collection<R, I>) => ({
  list: (query: Paging, call: CallContext) => records.list(query, call),
  create: ({ body }: { body: RecordOf<R> }, call: CallContext) => records.create(body, { call }),
  get: ({ id }: { id: string }, call: CallContext) => records.get(id, call),
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

/** The handler to patch many records. Throws INVALID unless the body has either a pattern or ids. */
export const patchManyHandler =
  <R extends Resource, I = never>(records: Collection<R, I>) =>
  ({ patch, ...chosen }: ManyPatch, by: Write<I>) => {
    if ((chosen.pattern === undefined) === (chosen.ids === undefined))
      throw new SignalboxError('INVALID', 'The body must have either pattern or ids', {
        fieldErrors: { [chosen.ids ? '/ids' : '/pattern']: [problem('error.oneOf', 'pattern', 'ids')] },
      })
    return records.patchMany(patch, chosen, by)
  }

/** What a download has. */
export interface Download {
  readonly pattern?: string
  readonly fields?: string
}

/** Handlers for nd-json download and upload. */
export const bulkHandlers = <R extends Resource, I = never>(records: Collection<R, I>) => ({
  export: async ({ pattern, fields }: Download, call: CallContext) =>
    withFields(records.resource, records.exportLines(pattern, call), fields),
  import: (
    { body, ...options }: ImportOptions & { body: Iterable<unknown> | AsyncIterable<unknown> },
    call: CallContext,
  ) => records.importAll(body, options, { call }),
})
