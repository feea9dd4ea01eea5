import type { ScriptOutcome } from '@signalbox/core'
import type { Breaker } from '@signalbox/core/engines'
import type { ScriptFetch } from './http/script-fetch.ts'
import { forwardCall } from './http-call.ts'
import type { FromWorker, Limits } from './messages.ts'
import { abandoned, closed, crowdedOut, full, noThreads, overdue, stopped, suspended, tookDown } from './outcomes.ts'
import { createWatch } from './periodic-check.ts'
import { createQueue } from './queue.ts'
import { isRun, type Task, toBatch } from './task.ts'
import { createWallTime } from './wall-time.ts'
import { countSilence, currentRun, patienceWith, takeUnbegun, type WorkerSlot } from './worker-slot.ts'
import { createWorkers } from './workers.ts'

/** Runs scripts in worker threads, with limits and fair turns. */
export interface Pool {
  /** Runs or parses a script. */
  run(asked: Asked): Promise<ScriptOutcome>
  close(): Promise<void>
}

/** A request to run a script. */
export interface Asked {
  readonly script: string
  /** The context as JSON; without it the script is only parsed. */
  readonly context?: string
  readonly asker?: string | undefined
  readonly owner?: string | undefined
  readonly traceparent?: string | undefined
}

/** What a pool depends on. */
export interface PoolOptions {
  readonly limits: Limits
  /** Maximum wall time of a run, from the call to the answer, in milliseconds. */
  readonly wallMs: number
  readonly workers: number
  /** Maximum number of open runs. */
  readonly queue: number
  /** Compiles the virtual machine when the first worker starts. */
  readonly load: () => Promise<WebAssembly.Module>
  readonly breaker: Breaker
  readonly fetch: ScriptFetch
  /** Returns monotonic milliseconds. */
  readonly clock: () => number
}

/**
 * Checks after which a worker that is still in a script gives back the runs of its batch that it has not started, so
 * that others get their turn and suspensions take effect.
 */
const longestTurn = 2

/** How often a run may lose its worker when no script is to blame. */
const mostLosses = 3

/** Creates a pool without threads. They are started on demand, and idle threads do not keep the process alive. */
export function createPool({ limits, wallMs, workers, queue, load, breaker, fetch, clock }: PoolOptions): Pool {
  const open = new Map<number, Task>()
  const { doubt, patience } = patienceWith(limits)
  const waiting = createQueue(breaker.isDoubtful)
  /**
   * Maximum number of workers busy with doubtful scripts: one is reserved for scripts known to be well-behaved, if
   * there are several.
   */
  const mostDoubtful = Math.max(1, workers - 1)
  const held = new Map<string, number>()
  let lastId = 0
  let isPumpDue = false
  let isClosed = false

  const settle = (task: Task, outcome: ScriptOutcome) => {
    if (!open.delete(task.id)) return
    waiting.delete(task)
    for (const { tasks } of workerPool.slots) tasks.delete(task)
    task.abort?.abort()
    count(task, -1)
    if (isRun(task) && breaker.record(task, outcome.error?.code)) waiting.promote(task)
    task.resolve(outcome)
    rest()
  }
  /** Adjusts the number of open runs of a caller. */
  const count = ({ asker }: Task, change: number) => {
    const left = (held.get(asker) ?? 0) + change
    if (left > 0) held.set(asker, left)
    else held.delete(asker)
  }
  /** Stops the watch when it has nothing to watch. A worker may still be busy with a run that was abandoned. */
  const rest = () => {
    if (open.size > 0 || [...workerPool.slots].some(({ isFree }) => !isFree)) return
    watch.end()
  }

  /** Assigns waiting runs to free workers. Runs as a microtask, so that calls made together travel in one batch. */
  const pump = () => {
    isPumpDue = false
    const free = [...workerPool.slots].filter(({ isFree }) => isFree)
    for (const [index, slot] of free.entries()) assign(slot, Math.ceil(waiting.size() / (free.length - index)))
    if (waiting.size() > 0) workerPool.grow()
  }
  const schedulePump = () => {
    if (isPumpDue) return
    isPumpDue = true
    queueMicrotask(pump)
  }
  const assign = (slot: WorkerSlot, share: number) => {
    for (;;) {
      const taken = waiting.take(share, doubtfulSlots() < mostDoubtful)
      if (taken.tasks.length === 0) return
      const batch = taken.tasks.filter(admitted)
      if (batch.length > 0) return begin(slot, batch, taken.isDoubtful)
    }
  }
  const doubtfulSlots = () => [...workerPool.slots].filter(({ isFree, isDoubtful }) => !isFree && isDoubtful).length
  const admitted = (task: Task): boolean => {
    if (!isRun(task) || breaker.admit(task)) return true
    settle(task, suspended[breaker.suspension(task) ?? 'script'])
    return false
  }
  const begin = (slot: WorkerSlot, batch: readonly Task[], isDoubtful: boolean) => {
    for (const task of batch) slot.tasks.add(task)
    slot.isFree = false
    slot.isDoubtful = isDoubtful
    slot.age = 0
    slot.thread?.post(toBatch(batch, clock()))
  }

  const receive = (slot: WorkerSlot, message: FromWorker) => {
    const find = (id: number): Task | undefined => {
      const task = open.get(id)
      return task && slot.tasks.has(task) ? task : undefined
    }
    if (message.type === 'ready') {
      wallTime.begin(open.values())
      return pump()
    }
    if (message.type === 'request') return void forwardCall(slot, find(message.id), { ...message, fetch })
    for (const { id, outcome } of message.results) {
      const task = find(id)
      if (task) settle(task, outcome)
    }
    for (const id of message.returned) {
      const task = find(id)
      if (!task) continue
      slot.tasks.delete(task)
      waiting.add(task)
    }
    if (!message.done) return
    slot.isFree = true
    pump()
    rest()
  }

  /** Handles the loss of a worker: the run to blame fails, and its other runs go to other workers. */
  const salvage = ({ tasks }: WorkerSlot, culprit: number, error: ScriptOutcome) => {
    const others: Task[] = []
    const suspect = open.get(culprit)?.script
    for (const task of tasks) {
      if (task.id === culprit) settle(task, error)
      else if (culprit !== 0 || ++task.losses < mostLosses) others.push(task)
      else settle(task, abandoned)
    }
    waiting.putBack(others, suspect)
    schedulePump()
  }
  /** Takes back the runs that a worker has not started, so that they need not wait until it is declared lost. */
  const relieve = (slot: WorkerSlot, suspect?: string) => {
    const others = takeUnbegun(slot)
    if (others.length === 0) return
    waiting.putBack(others, suspect)
    schedulePump()
  }

  const workerPool = createWorkers({
    limits,
    workers,
    load,
    onStart: pump,
    onMessage: receive,
    onDeath(slot, cause, current) {
      if (slot.isProven || current !== 0 || workerPool.slots.size > 0) return salvage(slot, current, tookDown(cause))
      for (const task of open.values()) settle(task, noThreads(cause))
    },
  })

  const wallTime = createWallTime({ wallMs, clock, works: workerPool.works })

  /** Fails runs past their deadline and terminates workers that are stuck. */
  const look = () => {
    const now = clock()
    for (const task of open.values()) {
      if (task.deadline > now) break
      expire(task)
    }
    for (const slot of workerPool.slots) {
      const silence = countSilence(slot)
      if (silence < doubt) {
        if (++slot.age > longestTurn && currentRun(slot) !== 0) relieve(slot)
      } else if (silence < patience) relieve(slot, open.get(currentRun(slot))?.script)
      else {
        const culprit = currentRun(slot)
        workerPool.dismiss(slot)
        salvage(slot, culprit, stopped(limits.cpuMs))
      }
    }
    rest()
  }
  const watch = createWatch(look)
  const expire = (task: Task) => {
    const slot = [...workerPool.slots].find(({ tasks }) => tasks.has(task))
    const isBegun = task.calls.length > 0 || (slot && currentRun(slot) === task.id)
    slot?.thread?.post({ type: 'abandon', id: task.id })
    settle(task, overdue({ isBegun: Boolean(isBegun), isStarted: workerPool.works(), wallMs }))
  }

  const enqueue = ({ script, context, asker = '', owner, traceparent }: Asked, resolve: Task['resolve']) => {
    lastId = (lastId % 0x7fff_ffff) + 1
    const task: Task = {
      ...{ id: lastId, script, context, asker, owner, traceparent, group: owner ?? script },
      ...{ deadline: wallTime.deadline(), resolve, calls: [], losses: 0, isSuspect: false },
    }
    open.set(task.id, task)
    count(task, 1)
    waiting.add(task)
    watch.begin()
    schedulePump()
  }
  /**
   * Whether there is room for another run. In a full pool, the newest waiting run of the caller with the most runs
   * makes room for a caller with less than a fair share.
   */
  const hasRoom = (asker: string): boolean => {
    if (open.size < queue) return true
    if ((held.get(asker) ?? 0) + 1 >= queue / held.size) return false
    const [most] = [...held].reduce((a, b) => (b[1] > a[1] ? b : a))
    const newest = [...open.values()].findLast((task) => task.asker === most && waiting.has(task))
    if (newest) settle(newest, crowdedOut)
    return newest !== undefined
  }

  return {
    async run(asked) {
      if (isClosed) return closed
      const { script, context, asker = '', owner } = asked
      const suspension = context !== undefined && breaker.suspension({ script, owner })
      if (suspension) return suspended[suspension]
      if (!hasRoom(asker)) return full(queue)
      return new Promise((resolve) => enqueue(asked, resolve))
    },
    async close() {
      isClosed = true
      for (const task of open.values()) settle(task, closed)
      await workerPool.close()
      rest()
    },
  }
}
