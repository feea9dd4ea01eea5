import { generateId } from '../gateway/ids.ts'
import type { Handlers } from '../operation.ts'
import type { Random } from '../ports.ts'
import type { Instance } from '../records/collection.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { workflowContract } from './contract.ts'
import { workflows } from './workflow.ts'

/** Workflows as records. */
export function workflowHandlers(instance: Instance, random: Random) {
  const records = collection(workflows, instance, {
    prepare: ({ id, ...next }, current) => ({
      record: { id: id ?? current?.id ?? generateId(random, 'workflow'), ...next },
    }),
  })
  const { deleteMany: _many, ...crud } = crudHandlers(records)
  const handlers: Handlers<typeof workflowContract> = { ...crud, ...patchHandler(records), ...bulkHandlers(records) }
  return { handlers, records }
}
