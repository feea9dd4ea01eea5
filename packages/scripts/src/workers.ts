import type { FromWorker, Limits } from './messages.ts'
import { currentRun, newWorkerSlot, type WorkerSlot } from './worker-slot.ts'
import { createWorkerThread, type WorkerThread } from './worker-thread.ts'

/** The worker threads of a pool, started one at a time up to a limit. */
export interface Workers {
  readonly slots: ReadonlySet<WorkerSlot>
  /** Whether at least one worker has proven that it works. */
  works(): boolean
  /** Starts another worker unless the limit is reached or a starting worker has yet to prove itself. */
  grow(): void
  /** Terminates a worker, even in the middle of a run. */
  dismiss(slot: WorkerSlot): void
  close(): Promise<void>
}

/** Options of a workerPool, and its callbacks. */
export interface WorkersOptions {
  readonly limits: Limits
  readonly workers: number
  /** Compiles the virtual machine once for all workers; again if a worker dies before it works. */
  readonly load: () => Promise<WebAssembly.Module>
  /** Called when a new worker is ready for its first batch. */
  readonly onStart: () => void
  readonly onMessage: (slot: WorkerSlot, message: FromWorker) => void
  /**
   * Called when a worker died unexpectedly, with the run `current` that it was executing (0 for none). It has been
   * removed from the workerPool.
   */
  readonly onDeath: (slot: WorkerSlot, cause: unknown, current: number) => void
}

/** Creates a workerPool without workers. */
export function createWorkers({ limits, workers, load, onStart, onMessage, onDeath }: WorkersOptions): Workers {
  const slots = new Set<WorkerSlot>()
  const endings = new Set<Promise<void>>()
  let module: Promise<WebAssembly.Module> | undefined

  const bury = (slot: WorkerSlot, cause: unknown) => {
    if (!slots.delete(slot)) return
    if (!slot.isProven) module = undefined
    onDeath(slot, cause, currentRun(slot))
  }
  const end = (thread: WorkerThread | undefined) => {
    if (!thread) return
    const ending = thread.kill().finally(() => endings.delete(ending))
    endings.add(ending)
  }
  const start = async (slot: WorkerSlot) => {
    try {
      module ??= load()
      const thread = await createWorkerThread({
        module,
        limits,
        onMessage(message) {
          if (!slots.has(slot)) return
          slot.isProven = true
          onMessage(slot, message)
        },
        onDeath: (cause) => bury(slot, cause),
      })
      if (!slots.has(slot)) return end(thread)
      slot.thread = thread
      slot.isFree = true
      onStart()
    } catch (cause) {
      bury(slot, cause)
    }
  }

  return {
    slots,
    works: () => [...slots].some(({ isProven }) => isProven),
    grow() {
      if (slots.size >= workers || [...slots].some(({ isProven }) => !isProven)) return
      const slot = newWorkerSlot()
      slots.add(slot)
      const starting = start(slot).finally(() => endings.delete(starting))
      endings.add(starting)
    },
    dismiss(slot) {
      if (slots.delete(slot)) end(slot.thread)
    },
    async close() {
      for (const { thread } of slots) end(thread)
      slots.clear()
      while (endings.size > 0) await Promise.all(endings)
    },
  }
}
