import { createHash } from 'node:crypto'
import type { ScriptEngine, ScriptOutcome, ScriptRun } from '@signalbox/core'
import { createBreaker } from '@signalbox/core/engines'
import { artifacts, type JvmLanguage } from './artifacts.ts'
import { compiledScripts } from './compiled-scripts.ts'
import { createCompiling } from './compiling.ts'
import { startJvm } from './jvm.ts'
import { type JvmScriptEngineOptions, readOptions } from './options.ts'
import { closed, failed, suspended } from './outcomes.ts'
import { createPool } from './pool.ts'

/** An engine whose JVM can be observed. */
export interface JvmScriptEngine extends ScriptEngine {
  /** The process id of the JVM for new runs; `undefined` if none is running. */
  pid(): number | undefined
}

/**
 * Creates an engine that runs scripts in Kotlin or Scala, in a JVM beside this process that starts with the first script.
 * The JVM runs as this user: its bytecode is checked against a list of what scripts may use, but only let admins write such
 * scripts. Throws a `RangeError` or a `TypeError` for an invalid option.
 *
 * @example
 * ```ts
 * const classpath = classpathIn('/var/lib/signalbox/jvm', 'kotlin')
 * const kotlin = jvmScriptEngine({ language: 'kotlin', classpath, fetch: guardedFetch({ origins: [] }) })
 * const box = createSignalbox({ scripts: { kotlin } })
 * ```
 */
export function jvmScriptEngine(options: JvmScriptEngineOptions): JvmScriptEngine {
  const { language, command, wallMs, compileMs, compiles, queue, fetch, cache } = readOptions(options)
  const pool = createPool({
    start: (listener) => startJvm(command, listener),
    wallMs,
    waitMs: compileMs,
    fetch,
    mostCompiles: compiles,
  })
  const compiling = createCompiling({
    compiler: compilerOf(language),
    scripts: compiledScripts(cache),
    check: pool.check,
    compileMs,
  })
  const breaker = createBreaker(() => performance.now())
  let open = 0
  let isClosed = false

  async function run({ script, context, asker, owner, traceparent }: ScriptRun): Promise<ScriptOutcome> {
    const text = toText(context)
    if (typeof text !== 'string') return text
    const judged = { script, owner }
    const suspension = breaker.suspension(judged)
    if (suspension) return suspended[suspension]
    breaker.admit(judged)
    const ready = await compiling.compile(script)
    if (isClosed) return closed
    if ('error' in ready) {
      breaker.record(judged, 'UNAVAILABLE')
      return { active: false, logs: [], error: ready.error }
    }
    const outcome = await pool.run({
      ...ready,
      context: text,
      traceparent,
      ...(asker && { asker }),
      ...(owner && { owner }),
    })
    breaker.record(judged, outcome.error?.code)
    return outcome
  }

  return {
    async run(asked) {
      if (asked.type !== language) return foreign(asked.type, language)
      if (isClosed) return closed
      if (open >= queue) return failed('BUSY', `${queue} scripts are already running: run fewer at a time`)
      open++
      try {
        return await run(asked)
      } finally {
        open--
      }
    },
    async check({ type, script }) {
      if (type !== language) return foreign(type, language).error
      if (isClosed) return closed.error
      const ready = await compiling.compile(script)
      return 'error' in ready ? ready.error : undefined
    },
    pid: pool.pid,
    async close() {
      isClosed = true
      await pool.close()
    },
  }
}

const foreign = (type: string, language: string) => failed('UNAVAILABLE', `This engine runs ${language}, not ${type}`)

function toText(context: unknown): string | ScriptOutcome {
  try {
    return JSON.stringify(context)
  } catch (error) {
    return failed('EXCEPTION', `The context cannot be serialized as JSON: ${error}`)
  }
}

/** Names a compiler with everything that its classes depend on. */
const compilerOf = (language: JvmLanguage): string =>
  createHash('sha256').update(JSON.stringify(artifacts[language])).digest('hex')
