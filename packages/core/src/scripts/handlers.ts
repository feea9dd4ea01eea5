import type { Handlers } from '../operation.ts'
import type { Instance } from '../records/collection.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { scriptContract } from './contract.ts'
import type { ScriptRunner } from './runner.ts'
import { scripts } from './script.ts'

/** Global scripts as records, their syntax checked when they are saved, and a run to try one. */
export function scriptHandlers(instance: Instance, runner: ScriptRunner) {
  const records = collection(scripts, instance, {
    async prepare(script, current) {
      if (script.source.script !== current?.source.script) await runner.check(script.source, '/source/script')
      return { record: script }
    },
  })
  const handlers: Handlers<typeof scriptContract> = {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    async debug({ body: { context, script } }) {
      const [outcome] = await runner.run([script], context)
      const { active = false, logs = [], error } = outcome ?? {}
      return error
        ? { status: 'Failure', errors: [error.message], logs: [...logs] }
        : { status: 'Success', result: active, logs: [...logs] }
    },
  }
  return { handlers, records }
}
