import { setImmediate } from 'node:timers/promises'
import type { ScriptOutcome } from '@signalbox/core'
import { createBoundedCache } from '../bounded-cache.ts'
import type { FromWorker, Job, Limits, ToWorker } from '../messages.ts'
import type { Pulse } from '../pulse.ts'
import { type Compiled, compile } from './compile.ts'
import { createInstances, type Instance } from './instance.ts'
import { createInstancePool } from './instance-pool.ts'
import { createMeter } from './meter.ts'
import { createRun, type Run } from './run.ts'

/** What a worker can do once it has its module. */
export interface Sandbox {
  /** Executes a batch, one job after the other. A run that waits for HTTP does not block the jobs after it. */
  run(batch: Batch): Promise<void>
  /** Passes the response to an HTTP call to its run. */
  resume(id: number, call: number, response: string): void
  /** Cancels a run that has not started. */
  abandon(id: number): void
}

type Batch = Extract<ToWorker, { type: 'batch' }>
type Result = Extract<FromWorker, { type: 'results' }>['results'][number]

/** What a sandbox depends on. */
export interface SandboxOptions {
  readonly module: WebAssembly.Module
  readonly limits: Limits
  readonly pulse: Pulse
  readonly send: (message: FromWorker) => void
}

/** Maximum number of instances, and so of runs that wait for HTTP at a time. */
const mostInstances = 8

/** How long a result may wait to be sent with others, and incoming messages to be handled, in milliseconds. */
const sendEvery = 5

/** Size of the cache of scripts and their bytecode, in bytes. */
const cacheBytes = 16 * 1024 * 1024

/** Boots the virtual machine and returns the sandbox. */
export async function createSandbox({ module, limits, pulse, send }: SandboxOptions): Promise<Sandbox> {
  const meter = createMeter(pulse)
  const memoryBytes = limits.memoryMiB * 1024 * 1024
  const instances = createInstancePool(
    await createInstances({ module, memoryBytes, interrupt: meter.isOver }),
    mostInstances,
  )
  const cache = createBoundedCache<Compiled>(cacheBytes)
  const waiting = new Map<number, { readonly run: Run; readonly instance: Instance }>()
  const abandoned = new Set<number>()
  let results: Result[] = []

  const flush = (more: { returned: readonly number[]; done: boolean }) => {
    if (results.length > 0 || more.done) send({ type: 'results', results, ...more })
    results = []
  }

  /** Handles the result of a step: an outcome, or `undefined` if the run waits for HTTP. */
  const follow = (id: number, run: Run, instance: Instance, outcome: ScriptOutcome | undefined) => {
    if (!outcome) return void waiting.set(id, { run, instance })
    waiting.delete(id)
    results.push({ id, outcome })
    instances.release(instance, run.isBroken())
  }

  const compiled = async (id: number, script: string): Promise<Compiled> => {
    const known = cache.get(script)
    if (known) return known
    const instance = await instances.take()
    let made: ReturnType<typeof compile> | undefined
    meter.spend({ id, left: Number.POSITIVE_INFINITY, isSpent: false }, () => {
      made = compile(instance, script)
    })
    const { isBroken = false, ...result } = made!
    instances.release(instance, isBroken)
    cache.set(script, result, 2 * script.length + ('bytecode' in result ? result.bytecode.length : 0))
    return result
  }

  const begin = async (id: number, script: string, context: string | undefined): Promise<ScriptOutcome | undefined> => {
    const program = await compiled(id, script)
    if ('error' in program || context === undefined) {
      const outcome = { active: false, logs: [], ...('error' in program && { error: program.error }) }
      results.push({ id, outcome })
      return outcome
    }
    const instance = await instances.take()
    if (abandoned.has(id)) return void instances.release(instance, false)
    const budget = { id, left: limits.cpuMs, isSpent: false }
    const request = (call: number, text: string) => send({ type: 'request', id, call, request: text })
    const run = createRun({ instance, meter, budget, script, limits, request })
    const outcome = run.start(program.bytecode, context)
    follow(id, run, instance, outcome)
    return outcome
  }

  return {
    async run({ scripts, contexts, jobs }) {
      const received = performance.now()
      const returned: number[] = []
      const offenders = new Set<number>()
      let sent = received
      abandoned.clear()
      for (const job of jobs) {
        if (abandoned.has(job.id)) continue
        if (performance.now() - received > job.remaining || offenders.has(job.script)) {
          returned.push(job.id)
          continue
        }
        const outcome = await begin(job.id, scripts[job.script]!, textOf(contexts, job))
        if (hasBrokenLimit(outcome)) offenders.add(job.script)
        if (performance.now() - sent < sendEvery) continue
        flush({ returned: [], done: false })
        await setImmediate()
        sent = performance.now()
      }
      flush({ returned, done: true })
    },
    resume(id, call, response) {
      const one = waiting.get(id)
      if (!one) return
      follow(id, one.run, one.instance, one.run.resume(call, response))
      flush({ returned: [], done: false })
    },
    abandon(id) {
      const one = waiting.get(id)
      if (!one) return void abandoned.add(id)
      waiting.delete(id)
      instances.release(one.instance, false)
    },
  }
}

const textOf = (contexts: readonly string[], { context }: Job): string | undefined =>
  context === undefined ? undefined : contexts[context]!

const hasBrokenLimit = (outcome: ScriptOutcome | undefined): boolean =>
  outcome?.error?.code === 'CPU' || outcome?.error?.code === 'MEMORY'
