import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ScriptEngine, ScriptOutcome, ScriptRun } from '@signalbox/core'
import { createBreaker } from '@signalbox/core/engines'
import { checkOptions } from '@signalbox/core/errors'
import type { Classpath, JvmLanguage } from './artifacts.ts'
import { artifacts, jvmLanguages } from './artifacts.ts'
import type { JvmSandbox } from './command-line.ts'
import { compiledScripts } from './compiled-scripts.ts'
import { createCompiling } from './compiling.ts'
import { startJvm } from './jvm.ts'
import { closed, failed, suspended } from './outcomes.ts'
import { createPool } from './pool.ts'
import type { ScriptFetch } from './script-http.ts'

/** The language of scripts, the jars that it needs, and the limits of scripts. */
export interface JvmScriptEngineOptions {
  /** The language of the scripts. */
  readonly language: JvmLanguage
  /** The jars of the language: `classpathIn(folder, language)` of the folder that `installJvm` filled. */
  readonly classpath: Classpath
  /**
   * The program that starts a JVM (17 or newer): a name, or an absolute path.
   * @default 'java'
   */
  readonly java?: string
  /**
   * Whether the JVM is confined by `bwrap`, without a network and with files that are read-only: `require` fails
   * without it, `try` uses it where it is installed.
   * @default 'try'
   */
  readonly sandbox?: JvmSandbox
  /**
   * Heap of the JVM in MiB; at least 64.
   * @default 256
   */
  readonly heapMiB?: number
  /**
   * CPU time of a run in milliseconds; the first run of a script in a JVM has ten times as long, because it loads
   * classes.
   * @default 50
   */
  readonly cpuMs?: number
  /**
   * Memory that a run may allocate, in MiB; at least 4. It is sampled, so a run may exceed it for some milliseconds.
   * @default 64
   */
  readonly memoryMiB?: number
  /**
   * Wall time of a run in milliseconds, including its HTTP calls. It starts when the script is compiled and a JVM is
   * ready. A run that is not over by then is `TIME` if it had at least half of that time; it is `BUSY`, which is not held
   * against the script, if its turn came later or not at all.
   * @default 20 times the CPU time, at least 1000
   */
  readonly wallMs?: number
  /**
   * How long a call waits for the compiler, and then for a JVM, in milliseconds.
   * @default 15000
   */
  readonly compileMs?: number
  /**
   * Number of compilations after which a new JVM replaces the old one, because compilers leak memory.
   * @default 2000
   */
  readonly compiles?: number
  /**
   * Threads that run scripts. Callers take turns, and owners of scripts within one caller; one caller has all threads but
   * one at most, one owner all but two.
   * @default 4
   */
  readonly threads?: number
  /**
   * Maximum number of open runs; further runs are rejected.
   * @default 10000
   */
  readonly queue?: number
  /**
   * Makes the HTTP calls of scripts and decides what they reach, such as `guardedFetch({ origins })`.
   * @default every call fails
   */
  readonly fetch?: ScriptFetch
  /**
   * A folder that keeps compiled scripts, so that a restart does not compile them again. Only this user may write to it.
   * @default none
   */
  readonly cache?: string
  /** An archive of classes that makes starts faster, as `installJvm` writes it. @default none */
  readonly archive?: string
}

const optionNames = {
  language: true,
  classpath: true,
  java: true,
  sandbox: true,
  heapMiB: true,
  cpuMs: true,
  memoryMiB: true,
  wallMs: true,
  compileMs: true,
  compiles: true,
  threads: true,
  queue: true,
  fetch: true,
  cache: true,
  archive: true,
} as const satisfies Record<keyof JvmScriptEngineOptions, true>

const defaults = {
  heapMiB: 256,
  cpuMs: 50,
  memoryMiB: 64,
  wallMs: 1_000,
  compileMs: 15_000,
  compiles: 2_000,
  threads: 4,
  queue: 10_000,
}

/** Limits of HTTP: calls of a run, and characters of a request. */
const http = { calls: 3, bodyBytes: 256 * 1024 }

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
  checkOptions('jvmScriptEngine', options, optionNames)
  const { language, classpath, java = 'java', sandbox = 'try', fetch = noFetch, cache, archive } = options
  if (!jvmLanguages.includes(language))
    throw new TypeError(`jvmScriptEngine runs ${jvmLanguages.join(' and ')}, not ${language}`)
  const atLeast = (name: keyof typeof defaults, least: number, byDefault: number = defaults[name]): number => {
    const value = options[name] ?? byDefault
    if (Number.isSafeInteger(value) && value >= least) return value
    throw new RangeError(
      `The option "${name}" of the JVM script engine is ${value}: expected a whole number of at least ${least}`,
    )
  }
  const cpuMs = atLeast('cpuMs', 1)
  const wallMs = atLeast('wallMs', 1, Math.max(defaults.wallMs, 20 * cpuMs))
  const queue = atLeast('queue', 1)
  const compileMs = atLeast('compileMs', 1)
  const command = {
    ...{ java, sandbox, language, classpath, cpuMs, ...http },
    heapMiB: atLeast('heapMiB', 64),
    memoryMiB: atLeast('memoryMiB', 4),
    threads: atLeast('threads', 1),
    ...(archive !== undefined && existsSync(archive) && { archive: { file: resolve(archive), isWritten: false } }),
  }
  const pool = createPool({
    start: (listener) => startJvm(command, listener),
    wallMs,
    waitMs: compileMs,
    fetch,
    mostCompiles: atLeast('compiles', 1),
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

const noFetch: ScriptFetch = async () => {
  throw new Error('Scripts may not make HTTP calls here: pass the option "fetch", such as guardedFetch({ origins })')
}

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
