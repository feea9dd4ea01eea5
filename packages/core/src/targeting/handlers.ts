import { compileWhere } from '../machine/keys/pattern.ts'
import type { Collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers } from '../machine/records/handlers.ts'
import type { ImportOptions } from '../machine/records/lines/import.ts'
import type { AnyPatch } from '../machine/records/patching/any-patch.ts'
import type { RecordOf, Resource } from '../machine/records/resource.ts'
import type { CallContext } from '../operation.ts'
import type { Kinded, TargetingIntent, Used } from './target.ts'
import type { Stored } from './uses.ts'

interface Forced {
  readonly force?: boolean
}

/** Handlers for records that others can refer to. */
export function referableHandlers<R extends Resource>(
  records: Collection<R, TargetingIntent>,
  instance: Stored,
  kind: Used['kind'],
) {
  const { store } = instance
  const { domain } = records.resource

  /** Throws CONFLICT before anything is deleted if records that stay refer to one that is removed. */
  async function checkNoneUsed(isRemoved: (record: Kinded) => boolean, { caller }: CallContext): Promise<void> {
    const { allUses, completeUses, inUse } = await import('./uses.ts')
    if (kind === 'script') await completeUses(instance)
    for await (const { target, user } of allUses(store, kind))
      if (isRemoved(target) && !isRemoved(user)) throw inUse(target, [user], { caller, what: 'deleted' })
    if (kind === 'script') return
    const { checkNoneNamed } = await import('../uses/api-uses.ts')
    const { plural: stored } = records.resource
    await checkNoneNamed(store, { kind, plural: stored, isRemoved: (id) => isRemoved({ kind, id }) }, caller)
  }

  return {
    ...crudHandlers(records),
    ...bulkHandlers(records),
    create: ({ body, force }: { body: RecordOf<R> } & Forced, call: CallContext) =>
      records.create(body, { call, intent: { force } }),
    replace: ({ id, body, force }: { id: string; body: RecordOf<R> } & Forced, call: CallContext) =>
      records.replace(id, body, { call, intent: { force } }),
    patch: ({ id, body, force }: { id: string; body: AnyPatch } & Forced, call: CallContext) =>
      records.patch(id, body, { call, intent: { force } }),
    delete: ({ id, force }: { id: string } & Forced, call: CallContext) =>
      records.remove(id, { call, intent: { force } }),
    async deleteMany({ pattern, force }: { pattern: string } & Forced, call: CallContext) {
      const removed = compileWhere([pattern, call.caller.patterns('D', domain)])
      const isRemoved = (record: Kinded) => record.kind === kind && removed.matches(record.id)
      if (!force) await checkNoneUsed(isRemoved, call)
      return { count: await records.removeMany(pattern, { call, intent: { force, isRemoved } }) }
    },
    import: (
      { body, force, ...options }: ImportOptions & { body: Iterable<unknown> | AsyncIterable<unknown> } & Forced,
      call: CallContext,
    ) => records.importAll(body, options, { call, intent: () => ({ force, pending: new Map() }) }),
  }
}
