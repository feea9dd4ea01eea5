import { problem, SignalboxError } from '../errors.ts'
import type { Context } from '../features/strategies/strategy.ts'
import type { Ports, ScriptEngine, ScriptOutcome } from '../ports.ts'
import type { Source } from './script.ts'

/** Runs scripts of all languages that have an engine. */
export interface ScriptRunner {
  /** Outcomes in the order of the scripts; one without an engine fails, saying so. */
  run(sources: readonly Source[], context: Context): Promise<readonly ScriptOutcome[]>
  /** Refuses a script whose syntax is wrong: INVALID at this pointer, with line and column. Languages without an engine pass. */
  check(source: Source, pointer: string): Promise<void>
  close(): Promise<void>
}

/** A runner over engines by language. */
export function createRunner(engines: Ports['scripts'] = {}): ScriptRunner {
  return {
    async run(sources, context) {
      const outcomes: ScriptOutcome[] = sources.map(({ type }) => noEngine(type))
      const languages = new Set(sources.map(({ type }) => type))
      await Promise.all(
        [...languages].map(async (type) => {
          const engine: ScriptEngine | undefined = engines[type]
          if (!engine) return
          const places = sources.flatMap((source, i) => (source.type === type ? [i] : []))
          const found = await engine.run(
            places.map((i) => sources[i]!.script),
            context,
          )
          for (const [at, i] of places.entries()) outcomes[i] = found[at] ?? outcomes[i]!
        }),
      )
      return outcomes
    },
    async check({ type, script }, pointer) {
      const found = await engines[type]?.check(script)
      if (!found) return
      const { line, column, message } = found
      throw new SignalboxError('INVALID', `The script is not valid at line ${line}, column ${column}: ${message}`, {
        fieldErrors: { [pointer]: [problem('error.script.syntax', line, column, message)] },
      })
    },
    async close() {
      await Promise.all(Object.values(engines).map((engine) => engine.close?.()))
    },
  }
}

const noEngine = (type: string): ScriptOutcome => ({
  error: `No engine for ${type} is configured: pass one as scripts: { ${type}: … }`,
  logs: [],
})
