/**
 * Counts what a piece of work needs: the functions that it calls, the promises that it makes and the bytes that it
 * allocates. The argument says how it is observed. Start it with a young generation large enough to prevent garbage
 * collection.
 */
import { createHook } from 'node:async_hooks'
import { Session } from 'node:inspector/promises'
import { GCProfiler } from 'node:v8'
import { answerWith } from '../child.ts'
import { observedWork, type Variant } from '../observed-work.ts'

/**
 * What one piece of work needs. Calls count functions of this project, except the benchmark's. Calls and promises are
 * rounded down, because timers of the process may add a few to all of the work.
 */
export interface Needs {
  readonly calls: number
  readonly promises: number
  readonly bytes: number
  /** The files whose functions were called. */
  readonly files: readonly string[]
  /** How often observers were called. */
  readonly told: number
  /** How often a member of `telemetry` was read. */
  readonly reads: number
}

const [variant] = process.argv.slice(2) as [Variant]
const TRIES = 5

answerWith(async (name: string): Promise<Needs> => {
  const { run, seen, times = 100, close } = await observedWork[name]!(variant)
  await run(times)
  const before = { ...seen }
  await run(times)
  const [told, reads] = [(seen.told - before.told) / times, (seen.reads - before.reads) / times]
  const bytes = await bytesOf(run, times)
  const promises = await promisesOf(run, times)
  const { calls, files } = await callsOf(run, times)
  await close?.()
  return { calls, promises, bytes, files, told, reads }
})

type Run = (times: number) => unknown

/** The growth of the heap by one piece of work: the least of several tries, because code is optimized late on a busy machine. */
async function bytesOf(run: Run, times: number): Promise<number> {
  await run(times > 10 ? 20 * times : times)
  const tries: number[] = []
  for (let round = 0; round < TRIES; round++) {
    globalThis.gc?.()
    await run(Math.ceil(times / 10))
    const collections = new GCProfiler()
    collections.start()
    const before = process.memoryUsage().heapUsed
    await run(times)
    const bytes = process.memoryUsage().heapUsed - before
    if (collections.stop().statistics.length === 0) tries.push(bytes / times)
  }
  return Math.min(...tries)
}

async function promisesOf(run: Run, times: number): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_, type) {
      if (type === 'PROMISE') count++
    },
  })
  hook.enable()
  await run(times)
  hook.disable()
  return Math.floor(count / times)
}

/** Counts calls by the coverage of V8, which counts each of them. */
async function callsOf(run: Run, times: number): Promise<Pick<Needs, 'calls' | 'files'>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await run(times)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  const counted = result.flatMap(({ url, functions }) => {
    const [, file] = /\/packages\/((?!bench)\w+\/src\/.*)$/.exec(url) ?? []
    const count = functions.reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0)
    return file !== undefined && count > 0 ? [{ file, count }] : []
  })
  return {
    calls: Math.floor(counted.reduce((sum, { count }) => sum + count, 0) / times),
    files: counted.map(({ file }) => file),
  }
}
