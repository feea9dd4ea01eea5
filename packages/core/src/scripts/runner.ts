import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { ScriptEngine, ScriptEngines, ScriptOutcome, ScriptParties, ScriptRun, ScriptSource } from '../ports.ts'

/** Runs scripts in every language that has an engine. */
export interface ScriptRunner {
  /** Whether there is an engine for a language. */
  runs(type: string): boolean
  /** Runs a script. Always resolves: without an engine, or if the engine fails, the outcome has an error. */
  run(run: ScriptRun): Promise<ScriptOutcome>
  /**
   * Throws INVALID for a script with a syntax error, at this pointer with line and column, and UNAVAILABLE if checking it
   * takes too long. A script that no engine can check passes.
   */
  check(source: ScriptSource & ScriptParties, pointer: string): Promise<void>
  close(): Promise<void>
}

/** Creates a runner over engines by language. */
export function createRunner(engines: ScriptEngines = {}): ScriptRunner {
  return {
    runs: (type) => engines[type] !== undefined,
    run: (run) => ask(engines[run.type], run),
    async check(source, pointer) {
      const error = await engines[source.type]?.check(source)
      if (error?.code === 'TIME') throw new SignalboxError('UNAVAILABLE', error.message)
      if (error?.code !== 'SYNTAX') return
      const { line = 1, column = 1, message } = error
      throw new SignalboxError('INVALID', `The script is invalid at line ${line}, column ${column}: ${message}`, {
        fieldErrors: { [pointer]: [problem('error.script.syntax', line, column, message)] },
      })
    },
    async close() {
      await Promise.all(Object.values(engines).map((engine) => engine?.close()))
    },
  }
}

async function ask(engine: ScriptEngine | undefined, run: ScriptRun): Promise<ScriptOutcome> {
  if (!engine)
    return unavailable(`No engine for ${run.type} is configured: pass one in the option scripts, as { ${run.type}: … }`)
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
