import type { FromWorker, Limits, ToWorker, WorkerStart } from './messages.ts'
import { createPulse } from './pulse.ts'

/** One worker thread as the host sees it. It does not keep the process alive. */
export interface WorkerThread {
  post(message: ToWorker): void
  /** Id of the run whose script is executing now; 0 for none. */
  current(): number
  /** A counter that changes as long as the interpreter is alive. */
  beats(): number
  /** Terminates the thread, even in the middle of a run. */
  kill(): Promise<void>
}

/** Options of a thread, and its callbacks. */
export interface WorkerThreadOptions {
  /** Compiles in parallel with the start of the thread. */
  readonly module: Promise<WebAssembly.Module>
  readonly limits: Limits
  readonly onMessage: (message: FromWorker) => void
  /** Called when the thread ends without being stopped. */
  readonly onDeath: (cause: unknown) => void
}

/** JavaScript heap of a worker in MiB, besides the memory of its virtual machines. */
const heapMegabytes = 64

/**
 * Starts a worker thread without the environment and the options of the process. Messages posted before the thread is
 * up are queued. Rejects on hosts without threads.
 */
export async function createWorkerThread({
  module,
  limits,
  onMessage,
  onDeath,
}: WorkerThreadOptions): Promise<WorkerThread> {
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
  worker.on('exit', (code) => onDeath(failure ?? new Error(`The worker exited with code ${code}`)))
  // Only now, because adding the message listener keeps the process alive again.
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

/** The worker's file next to this one: TypeScript in the sources, JavaScript in the package. */
const workerFile = (): URL => new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)
