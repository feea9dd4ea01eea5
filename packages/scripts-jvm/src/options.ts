import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkOptions } from '@signalbox/core/errors'
import { type Classpath, type JvmLanguage, jvmLanguages } from './artifacts.ts'
import type { JvmCommand, JvmSandbox } from './command-line.ts'
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

/** What an engine is made of, with defaults. */
export interface JvmSettings {
  readonly language: JvmLanguage
  readonly command: Omit<JvmCommand, 'temporary'>
  readonly wallMs: number
  readonly compileMs: number
  readonly compiles: number
  readonly queue: number
  readonly fetch: ScriptFetch
  readonly cache: string | undefined
}

/** Checks options and completes them. Throws a `RangeError` or a `TypeError` for an invalid one. */
export function readOptions(options: JvmScriptEngineOptions): JvmSettings {
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
  return {
    language,
    command: {
      ...{ java, sandbox, language, classpath, cpuMs, ...http },
      heapMiB: atLeast('heapMiB', 64),
      memoryMiB: atLeast('memoryMiB', 4),
      threads: atLeast('threads', 1),
      ...(archive !== undefined && existsSync(archive) && { archive: { file: resolve(archive), isWritten: false } }),
    },
    wallMs: atLeast('wallMs', 1, Math.max(defaults.wallMs, 20 * cpuMs)),
    compileMs: atLeast('compileMs', 1),
    compiles: atLeast('compiles', 1),
    queue: atLeast('queue', 1),
    fetch,
    cache,
  }
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

const noFetch: ScriptFetch = async () => {
  throw new Error('Scripts may not make HTTP calls here: pass the option "fetch", such as guardedFetch({ origins })')
}
