import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ScriptEngine } from '@signalbox/core'
import { createBreaker } from '@signalbox/core/engines'
import { checkOptions } from '@signalbox/core/errors'
import { type ResolveHost, systemResolve } from './http/locate.ts'
import { scriptFetch } from './http/script-fetch.ts'
import { failed } from './outcomes.ts'
import { createPool, type Pool } from './pool.ts'
import { pageBytes, withMemoryCeiling } from './sandbox/wasm.ts'

/** Limits of scripts, and what they may reach. */
export interface ScriptEngineOptions {
  /**
   * CPU time of a run, in milliseconds.
   * @default 50
   */
  readonly cpuMs?: number
  /**
   * Memory that a script may allocate, in MiB; at least 4.
   * @default 16
   */
  readonly memoryMiB?: number
  /**
   * Wall time of a run in milliseconds, from the call to the answer, including its time in the queue and its HTTP
   * calls. It starts when a worker is ready; a call waits up to ten seconds for the first worker.
   * @default 20 times the CPU time, at least 1000
   */
  readonly wallMs?: number
  /**
   * Origins that `http` may reach, such as `https://api.example.com`.
   * @default none
   */
  readonly origins?: readonly string[]
  /**
   * Maximum number of worker threads, which are started on demand. With at least two, other scripts continue while one
   * is stuck.
   * @default 2
   */
  readonly workers?: number
  /**
   * Maximum number of open runs; further runs are rejected.
   * @default 10000
   */
  readonly queue?: number
  /**
   * Allows `http` to reach private addresses: for tests, never in production.
   * @default false
   */
  readonly allowPrivate?: boolean
  /** Resolves a host name for `http` to addresses, all of which must be public. @default the system's resolver */
  readonly resolve?: ResolveHost
  /** Returns monotonic milliseconds, for deadlines and suspensions. @default the clock of the process */
  readonly clock?: () => number
}

const optionNames = {
  cpuMs: true,
  memoryMiB: true,
  wallMs: true,
  origins: true,
  workers: true,
  queue: true,
  allowPrivate: true,
  resolve: true,
  clock: true,
} as const satisfies Record<keyof ScriptEngineOptions, true>

/** Limits of `http`: calls per run, and bytes of a request or response body. A call may take half of the wall time. */
const http = { calls: 3, bodyBytes: 256 * 1024 }

/**
 * Creates an engine that runs untrusted JavaScript in QuickJS, a virtual machine in WebAssembly, inside worker threads
 * that start on first use. Throws a `RangeError` or a `TypeError` for an invalid option.
 *
 * @example
 * ```ts
 * const javascript = scriptEngine({ cpuMs: 20, origins: ['https://api.example.com'] })
 * const box = createSignalbox({ scripts: { javascript } })
 * ```
 */
export function scriptEngine(options: ScriptEngineOptions = {}): ScriptEngine {
  checkOptions('scriptEngine', options, optionNames)
  const { origins = [], allowPrivate = false, resolve = systemResolve, clock = () => performance.now() } = options
  const atLeast = (name: keyof typeof defaults, least: number, byDefault: number = defaults[name]): number => {
    const value = options[name] ?? byDefault
    if (Number.isSafeInteger(value) && value >= least) return value
    throw new RangeError(
      `The option "${name}" of the script engine is ${value}: expected a whole number of at least ${least}`,
    )
  }
  const cpuMs = atLeast('cpuMs', 1)
  const wallMs = atLeast('wallMs', 1, Math.max(defaults.wallMs, 20 * cpuMs))
  const memoryMiB = atLeast('memoryMiB', 4)
  const pool = createPool({
    limits: { ...http, cpuMs, memoryMiB },
    wallMs,
    workers: atLeast('workers', 1),
    queue: atLeast('queue', 1),
    load: () => loadModule(memoryMiB),
    breaker: createBreaker(clock),
    fetch: scriptFetch({ bodyBytes: http.bodyBytes, callMs: wallMs / 2, origins, allowPrivate, resolve }),
    clock,
  })
  return engineOf(pool)
}

const defaults = { cpuMs: 50, memoryMiB: 16, wallMs: 1_000, workers: 2, queue: 10_000 }

const engineOf = (pool: Pool): ScriptEngine => ({
  async run({ type, script, context, asker, owner, traceparent }) {
    if (type !== language) return foreign(type)
    try {
      return await pool.run({ script, context: JSON.stringify(context), asker, owner, traceparent })
    } catch (error) {
      return failed('EXCEPTION', `The context cannot be serialized as JSON: ${error}`)
    }
  },
  async check({ type, script, asker, owner }) {
    const { error } = type === language ? await pool.run({ script, asker, owner }) : foreign(type)
    return error
  },
  close: pool.close,
})

const language = 'javascript'

const foreign = (type: string) => failed('UNAVAILABLE', `This engine runs ${language}, not ${type}`)

/** Memory that QuickJS needs besides the allocations of scripts (its stack, tables, and fragmentation), in MiB. */
const overheadMiB = 2

/**
 * Compiles QuickJS with a memory ceiling, so that no instance can grow past what a script may allocate. All workers
 * share the compiled code.
 */
export async function loadModule(memoryMiB: number): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  const pages = ((memoryMiB + overheadMiB) * 1024 * 1024) / pageBytes
  return WebAssembly.compile(withMemoryCeiling(await readFile(file), pages))
}
