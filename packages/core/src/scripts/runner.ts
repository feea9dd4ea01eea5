import { problem, SignalboxError } from '../errors.ts'
import type { Context } from '../features/strategies/strategy.ts'
import type { ScriptEngine, ScriptEngines, ScriptOutcome, ScriptRun, ScriptSource } from '../ports.ts'

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
    run: (sources, context) => Promise.all(sources.map((source) => ask(engines[source.type], { ...source, context }))),
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

/** What an engine answers. One that fails, which it must not, fails the one script and none of those beside it. */
async function ask(engine: ScriptEngine | undefined, run: ScriptRun): Promise<ScriptOutcome> {
  if (!engine) return unavailable(`No engine for ${run.type} is configured: pass one as scripts: { ${run.type}: … }`)
  try {
    return await engine.run(run)
  } catch (error) {
    return unavailable(`The engine for ${run.type} failed: ${error instanceof Error ? error.message : error}`)
  }
}

const unavailable = (message: string): ScriptOutcome => ({
  active: false,
  logs: [],
  error: { code: 'UNAVAILABLE', message },
})
