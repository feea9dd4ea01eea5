import type { Handlers } from '../operation.ts'
import type { Instance } from '../records/collection.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import { toValueTree } from '../records/tree.ts'
import { configs } from './config.ts'
import type { configContract } from './contract.ts'
import { expand } from './expand.ts'

/** Configs as records, and as one tree of values. */
export function configHandlers(instance: Instance) {
  const records = collection(configs, instance)
  const handlers: Handlers<typeof configContract> = {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    async tree({ pattern }, call) {
      const values: [string, unknown][] = []
      for await (const { id, value } of records.scan(pattern, call)) values.push([id, expand(value)])
      return toValueTree(values)
    },
  }
  return { handlers, records }
}
