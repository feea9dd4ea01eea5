import { problem, SignalboxError } from '../errors.ts'
import { generateId } from '../gateway/ids.ts'
import type { Handlers } from '../operation.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import { cyclesOf } from './calls.ts'
import { checkWorkflow } from './check.ts'
import type { workflowContract } from './contract.ts'
import { functionsByName } from './functions/index.ts'
import type { RunnerPorts } from './runner.ts'
import { createRunner } from './runner.ts'
import type { Workflow } from './workflow.ts'
import { workflows } from './workflow.ts'

/** Workflows as records, checked when they are saved, and their runs. */
export function workflowHandlers(ports: RunnerPorts) {
  const { instance, random } = ports
  const runner = createRunner(ports)
  const records = collection(workflows, instance, {
    async prepare({ id: sent, ...next }, current) {
      const id = sent ?? current?.id ?? generateId(random, 'workflow')
      await check({ id, ...next })
      return { record: { id, ...next } }
    },
  })

  /** Refuses what the static check finds, and what would call itself through workflows that are there. */
  async function check({ id, config }: Workflow & { id: string }): Promise<void> {
    const found = { ...checkWorkflow(config, functionsByName) }
    const load = async (called: string) => (await records.find(called))?.record.config
    if (Object.keys(found).length === 0)
      for (const { pointer, way } of await cyclesOf({ id, config }, load))
        found[pointer] = [problem('error.workflow.cycle', ...way)]
    const places = Object.keys(found).map((pointer) => `/config${pointer}`)
    if (places.length === 0) return
    const more = places.length > 5 ? ` and ${places.length - 5} more` : ''
    throw new SignalboxError('INVALID', `The workflow is not valid: see ${places.slice(0, 5).join(', ')}${more}`, {
      fieldErrors: Object.fromEntries(Object.values(found).map((problems, i) => [places[i], problems])),
    })
  }

  const { deleteMany: _many, ...crud } = crudHandlers(records)
  const handlers: Handlers<typeof workflowContract> = {
    ...crud,
    ...patchHandler(records),
    ...bulkHandlers(records),
    async run({ id, body }, call) {
      const { config } = await records.get(id, call)
      return runner.start({ ...body, config, id }, call)
    },
    test: ({ body }, call) => runner.start(body, call),
  }
  return { handlers, records, closed: runner.closed }
}
