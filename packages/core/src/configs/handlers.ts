import { copyJson } from '../json.ts'
import type { Handlers } from '../operation.ts'
import type { Instance } from '../records/collection.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import { toValueTree } from '../records/tree.ts'
import { configs } from './config.ts'
import type { configContract } from './contract.ts'

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

/** The object or array that a text contains, unless it nests deeper than any value may; any other value as it is. */
export function expand(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return copyJson(JSON.parse(value))
  } catch {
    return value
  }
}
