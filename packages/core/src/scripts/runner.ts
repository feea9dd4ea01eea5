import { problem, SignalboxError } from '../errors.ts'
import type { Context } from '../features/strategies/strategy.ts'
import type { ScriptEngines, ScriptOutcome, ScriptSource } from '../ports.ts'

/** Runs scripts of all languages that have an engine. */
export interface ScriptRunner {
  /** Outcomes in the order of the scripts, all asked at once; one without an engine fails, saying so. */
  run(sources: readonly ScriptSource[], context: Context): Promise<readonly ScriptOutcome[]>
  /** Refuses a script whose syntax is wrong: INVALID at this pointer, with line and column. What no engine can look at passes. */
  check(source: ScriptSource, pointer: string): Promise<void>
  close(): Promise<void>
}

/** A runner over engines by language. */
export function createRunner(engines: ScriptEngines = {}): ScriptRunner {
  return {
    run: (sources, context) =>
      Promise.all(sources.map((source) => engines[source.type]?.run({ ...source, context }) ?? noEngine(source.type))),
    async check(source, pointer) {
      const error = await engines[source.type]?.check(source)
      if (error?.code !== 'SYNTAX') return
      const { line = 1, column = 1, message } = error
      throw new SignalboxError('INVALID', `The script is not valid at line ${line}, column ${column}: ${message}`, {
        fieldErrors: { [pointer]: [problem('error.script.syntax', line, column, message)] },
      })
    },
    async close() {
      await Promise.all(Object.values(engines).map((engine) => engine?.close()))
    },
  }
}

const noEngine = (type: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code: 'UNAVAILABLE', message: `No engine for ${type} is configured: pass one as scripts: { ${type}: … }` },
})
