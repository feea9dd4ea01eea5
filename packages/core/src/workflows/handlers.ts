import { may } from '../machine/callers/caller.ts'
import { notFound, type Problems } from '../machine/errors/errors.ts'
import { collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../machine/records/handlers.ts'
import { generateId } from '../machine/secrets/ids.ts'
import type { Handlers } from '../operation.ts'
import { releaseRecord } from '../uses/api-uses.ts'
import type { workflowContract } from './contract.ts'
import { functionsByName } from './functions/index.ts'
import { createRunRights } from './gateway-runs.ts'
import { checkWorkflow } from './language/check.ts'
import { cyclesOf } from './language/cycle.ts'
import { prepare, refuseProblems } from './language/prepare.ts'
import type { WorkflowLimits, WorkflowOptions } from './options.ts'
import { createRunHistory } from './runs/run-history.ts'
import { createRunner, type RunnerPorts } from './runs/runner.ts'
import { createKeptTransfer } from './transfer.ts'
import { workflows } from './workflow.ts'

/** What the handlers of workflows are built from. */
export interface WorkflowParts extends Omit<RunnerPorts, 'limits' | 'fetch'> {
  readonly workflows: WorkflowLimits & Pick<WorkflowOptions, 'fetch'>
}

/** Handlers of workflows: records, checked when they are saved, and runs. */
export function workflowHandlers({ workflows: limits, ...ports }: WorkflowParts) {
  const { instance, random, wait, as, telemetry } = ports
  const { fetch } = limits
  const transfer = createKeptTransfer(instance, limits.kept)
  const rightsFor = createRunRights(instance.store, limits.gatewayGrants)
  const runner = createRunner({ instance, random, wait, as, telemetry, limits, ...(fetch && { fetch }) })
  const history = createRunHistory()
  const records = collection(workflows, instance, {
    async prepare({ next: { id: sent, ...next }, current }) {
      const id = sent ?? current?.id ?? generateId(random, 'workflow')
      refuse(checkWorkflow(next.config, functionsByName))
      refuse(await cyclesOf({ id, ...next }, { functions: functionsByName, find }))
      return { record: { id, ...next } }
    },
    remove: async ({ record: { id }, call: { caller } }) => ({
      changes: await releaseRecord(instance.store, { kind: 'workflow', id: id as string }, { caller }),
    }),
  })
  async function find(id: string) {
    return (await records.find(id))?.record.config
  }

  const { deleteMany: _many, ...crud } = crudHandlers(records)
  const handlers: Handlers<typeof workflowContract> = {
    ...crud,
    ...patchHandler(records),
    ...bulkHandlers(records),
    async run({ id, body }, call) {
      const rights = await rightsFor(id, call.caller)
      const { value: workflow } = await records.get(id, call)
      return runner.start(
        { ...body, config: workflow.config, id },
        { ...call, ...rights, onEnd: (ended, details) => history.add(id, ended, details) },
      )
    },
    async runs({ id }, { caller }) {
      if (!(await records.find(id))) throw notFound(workflows.name, id)
      const results = history.of(id)
      if (may(caller, 'U', workflows.domain, id)) return { results }
      return { results: results.map(({ details: _, ...run }) => run) }
    },
    async delete(input, call) {
      const deleted = await crud.delete(input, call)
      history.forget(input.id)
      return deleted
    },
    async test({ body }, call) {
      prepare(body.config, functionsByName, PLACE)
      return runner.start(body, call)
    },
    store: {
      export: async ({ pattern }, call) => transfer.exportKept(pattern, call),
      import: ({ body, ...options }, call) => transfer.importKept(body, options, call),
    },
  }
  return { handlers: { workflows: handlers }, searched: [records], closed: runner.closed }
}

/** The JSON pointer to the config, in a record and in the body of a test. */
const PLACE = '/config'

const refuse = (found: Problems['fieldErrors']): void => refuseProblems(found, PLACE)
