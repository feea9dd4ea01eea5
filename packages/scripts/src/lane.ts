import type { FromWorker, Limits, ToWorker, WorkerStart } from './messages.ts'
import { createPulse } from './pulse.ts'

/** One worker thread, seen from the host. It does not keep the process alive. */
export interface Lane {
  post(message: ToWorker): void
  /** Whose script it is in now; 0: nobody's. */
  current(): number
  /** Changes as long as the interpreter is alive. */
  beats(): number
  /** Ends it, whatever it is at. */
  kill(): Promise<void>
}

/** What a lane needs. */
export interface LaneOptions {
  /** Compiled while the thread starts. */
  readonly module: Promise<WebAssembly.Module>
  readonly limits: Limits
  readonly onMessage: (message: FromWorker) => void
  /** It ended of itself. */
  readonly onDeath: (cause: unknown) => void
}

/** Megabytes of JavaScript heap of a worker, beside the memory of its virtual machines. */
const heapMegabytes = 64

/**
 * Starts a worker thread, without the environment and the options of the process. What is posted before the thread
 * is there waits for it. Rejects where there are no threads.
 */
export async function createLane({ module, limits, onMessage, onDeath }: LaneOptions): Promise<Lane> {
  const { Worker } = await import('node:worker_threads')
  const pulse = createPulse()
  const worker = new Worker(workerFile(), {
    name: 'signalbox-script',
    workerData: { limits, pulse: pulse.shared } satisfies WorkerStart,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 },
  })
  let failure: unknown
  worker.on('message', onMessage)
  worker.on('error', (error) => {
    failure = error
  })
  worker.on('exit', (code) => onDeath(failure ?? new Error(`The worker ended with code ${code}`)))
  // Only now: to listen for messages is to be waited for.
  worker.unref()
  const kill = async () => {
    worker.removeAllListeners('exit').removeAllListeners('message')
    await worker.terminate()
  }
  const post = (message: ToWorker) => worker.postMessage(message)
  try {
    post({ type: 'module', module: await module })
  } catch (error) {
    await kill()
    throw error
  }
  return { post, current: pulse.current, beats: pulse.count, kill }
}

/** Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package. */
const workerFile = (): URL => new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)
