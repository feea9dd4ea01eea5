import { askerOf } from '../machine/callers/caller.ts'
import { traced } from '../machine/net/traceparent.ts'
import { collection } from '../machine/records/collection.ts'
import type { Instance } from '../machine/records/hooks.ts'
import type { Handlers } from '../operation.ts'
import type { ScriptError } from '../ports.ts'
import { referableHandlers } from '../targeting/handlers.ts'
import { targetingHooks } from '../targeting/hooks.ts'
import type { TargetingIntent } from '../targeting/target.ts'
import type { scriptContract } from './contract.ts'
import { createMarks, needingMark, type Trusted } from './marks.ts'
import type { ScriptRunner } from './runner.ts'
import { type GlobalScript, scripts } from './script.ts'

/** The parts that scripts need. */
export interface ScriptParts {
  readonly instance: Instance
  readonly runner: ScriptRunner
}

/** Handlers for global scripts, which are checked for syntax when saved, and for test runs. */
export function scriptHandlers({ instance, runner }: ScriptParts) {
  const marks = createMarks(instance)
  const targeting = targetingHooks(instance, 'script')
  const records = collection<typeof scripts, TargetingIntent>(scripts, instance, {
    async prepare(writing) {
      const { next, current, call } = writing
      const { caller } = call
      if (next.source.script !== current?.source.script)
        await runner.check({ ...next.source, ...askerOf(caller) }, '/source/script')
      const marked = await marks.changes(trusted(next), trusted(current), caller)
      return { record: next, changes: [...marked, ...(await targeting.written(writing))] }
    },
    async remove(removal) {
      const { changes = [] } = await targeting.removed(removal)
      return {
        changes: [...changes, ...(await marks.changes(undefined, trusted(removal.record), removal.call.caller))],
      }
    },
  })
  const handlers: Handlers<typeof scriptContract> = {
    ...referableHandlers(records, instance, 'script'),
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
