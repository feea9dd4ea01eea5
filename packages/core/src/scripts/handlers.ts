import { askerOf } from '../callers/caller.ts'
import type { Handlers } from '../operation.ts'
import type { ScriptError } from '../ports.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { Instance } from '../records/hooks.ts'
import { traced } from '../traceparent.ts'
import type { scriptContract } from './contract.ts'
import type { Trusted } from './marks.ts'
import { createMarks, needingMark } from './marks.ts'
import type { ScriptRunner } from './runner.ts'
import type { GlobalScript } from './script.ts'
import { scripts } from './script.ts'

/** The parts that scripts need. */
export interface ScriptParts {
  readonly instance: Instance
  readonly runner: ScriptRunner
}

/** Handlers for global scripts, which are checked for syntax when saved, and for test runs. */
export function scriptHandlers({ instance, runner }: ScriptParts) {
  const marks = createMarks(instance)
  const records = collection(scripts, instance, {
    async prepare({ next, current, call: { caller } }) {
      if (next.source.script !== current?.source.script)
        await runner.check({ ...next.source, ...askerOf(caller) }, '/source/script')
      return { record: next, changes: await marks.changes(trusted(next), trusted(current), caller) }
    },
    remove: async ({ record, call }) => ({
      changes: await marks.changes(undefined, trusted(record), call.caller),
    }),
  })
  const handlers: Handlers<typeof scriptContract> = {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    async debug({ body: { context, script } }, { caller, traceparent }) {
      const { active, logs, error } = await runner.run({
        ...script,
        context,
        ...askerOf(caller),
        ...traced(traceparent),
      })
      return error
        ? { status: 'Failure', errors: [sentenceOf(error)], logs: [...logs] }
        : { status: 'Success', result: active, logs: [...logs] }
    },
  }
  return { handlers: { scripts: handlers }, searched: [records] }
}

const trusted = (script: GlobalScript | undefined): Trusted | undefined =>
  script && needingMark({ kind: 'Script', id: script.id, source: script.source })

/** What is wrong with a script and where, if that is known, as in the errors of a script that is saved. */
const sentenceOf = ({ message, line, column }: ScriptError): string =>
  line === undefined || column === undefined ? message : `Line ${line}, column ${column}: ${message}`
