import type { ScriptOutcome } from '@signalbox/core'
import type { Breaker } from './breaker.ts'
import { createCrew } from './crew.ts'
import type { ScriptFetch } from './http/script-fetch.ts'
import { forwardCall } from './http-call.ts'
import type { FromWorker, Limits } from './messages.ts'
import { abandoned, closed, full, noThreads, overdue, stopped, suspended, tookDown } from './outcomes.ts'
import { createQueue } from './queue.ts'
import type { Seat } from './seat.ts'
import { countSilence, currentRun, patienceWith, takeUnbegun } from './seat.ts'
import type { Task } from './task.ts'
import { isRun, toBatch } from './task.ts'
import { createWallTime } from './wall-time.ts'
import { createWatch } from './watch.ts'

/** Runs scripts in worker threads. */
export interface Pool {
  /** Asks a script; without a context (JSON) it is only parsed. */
  run(script: string, context?: string): Promise<ScriptOutcome>
  close(): Promise<void>
}

/** What a pool is made of. */
export interface PoolOptions {
  readonly limits: Limits
  /** Wall time of a run in milliseconds, from the call to the answer. */
  readonly wallMs: number
  readonly workers: number
  /** Runs that may be open at a time. */
  readonly queue: number
  /** Compiles the virtual machine, for the first worker. */
  readonly load: () => Promise<WebAssembly.Module>
  readonly breaker: Breaker
  readonly fetch: ScriptFetch
  /** Milliseconds that never go back. */
  readonly clock: () => number
}

/** How often a run may lose its worker when no script is to blame. */
const mostLosses = 3

/** A pool without threads: they are started as they are needed, and the process need not wait for idle ones. */
export function createPool({ limits, wallMs, workers, queue, load, breaker, fetch, clock }: PoolOptions): Pool {
  const open = new Map<number, Task>()
  const { doubt, patience } = patienceWith(limits)
  const waiting = createQueue()
  let lastId = 0
  let isPumpDue = false
  let isClosed = false

  const settle = (task: Task, outcome: ScriptOutcome) => {
    if (!open.delete(task.id)) return
    waiting.delete(task)
    for (const { tasks } of crew.seats) tasks.delete(task)
    task.abort?.abort()
    if (isRun(task)) breaker.record(task.script, outcome.error?.code)
    task.resolve(outcome)
    rest()
  }
  /** Stops looking when there is nothing to see. A worker may still be at what nobody waits for any more. */
  const rest = () => {
    if (open.size > 0 || [...crew.seats].some(({ isFree }) => !isFree)) return
    watch.end()
  }

  /** Hands out what waits. In a turn of its own, so that calls made together travel together. */
  const pump = () => {
    isPumpDue = false
    const free = [...crew.seats].filter(({ isFree }) => isFree)
    for (const [index, seat] of free.entries()) assign(seat, Math.ceil(waiting.size() / (free.length - index)))
    if (waiting.size() > 0) crew.grow()
  }
  const schedulePump = () => {
    if (isPumpDue) return
    isPumpDue = true
    queueMicrotask(pump)
  }
  const assign = (seat: Seat, share: number) => {
    const batch: Task[] = []
    while (batch.length === 0 && waiting.size() > 0)
      for (const task of waiting.take(share)) {
        if (isRun(task) && !breaker.admit(task.script)) settle(task, suspended)
        else batch.push(task)
      }
    if (batch.length === 0) return
    for (const task of batch) seat.tasks.add(task)
    seat.isFree = false
    seat.lane?.post(toBatch(batch, clock()))
  }

  const receive = (seat: Seat, message: FromWorker) => {
    const find = (id: number): Task | undefined => {
      const task = open.get(id)
      return task && seat.tasks.has(task) ? task : undefined
    }
    if (message.type === 'ready') {
      wallTime.begin(open.values())
      return pump()
    }
    if (message.type === 'request') return void forwardCall(seat, find(message.id), { ...message, fetch })
    for (const { id, outcome } of message.results) {
      const task = find(id)
      if (task) settle(task, outcome)
    }
    for (const id of message.returned) {
      const task = find(id)
      if (!task) continue
      seat.tasks.delete(task)
      waiting.add(task)
    }
    if (!message.done) return
    seat.isFree = true
    pump()
    rest()
  }

  /** A worker is lost: the run that is to blame fails, what else the worker had is run elsewhere. */
  const salvage = ({ tasks }: Seat, culprit: number, error: ScriptOutcome) => {
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
  /** A worker may be lost: what it has not begun need not wait for certainty. */
  const relieve = (seat: Seat) => {
    const others = takeUnbegun(seat)
    if (others.length === 0) return
    waiting.putBack(others, open.get(currentRun(seat))?.script)
    schedulePump()
  }

  const crew = createCrew({
    limits,
    workers,
    load,
    onStart: pump,
    onMessage: receive,
    onDeath(seat, cause, current) {
      if (seat.isProven || current !== 0 || crew.seats.size > 0) return salvage(seat, current, tookDown(cause))
      for (const task of open.values()) settle(task, noThreads(cause))
    },
  })

  const wallTime = createWallTime({ wallMs, clock, works: crew.works })

  /** What is behind its time fails; what is stuck takes its worker down. */
  const look = () => {
    const now = clock()
    for (const task of open.values()) {
      if (task.deadline > now) break
      expire(task)
    }
    for (const seat of crew.seats) {
      const silence = countSilence(seat)
      if (silence < doubt) continue
      if (silence < patience) relieve(seat)
      else {
        const culprit = currentRun(seat)
        crew.dismiss(seat)
        salvage(seat, culprit, stopped(limits.cpuMs))
      }
    }
    rest()
  }
  const watch = createWatch(look)
  const expire = (task: Task) => {
    const seat = [...crew.seats].find(({ tasks }) => tasks.has(task))
    const isBegun = task.calls.length > 0 || (seat && currentRun(seat) === task.id)
    seat?.lane?.post({ type: 'abandon', id: task.id })
    settle(task, overdue({ isBegun: Boolean(isBegun), isStarted: crew.works(), wallMs }))
  }

  const enqueue = (script: string, context: string | undefined, resolve: Task['resolve']) => {
    lastId = (lastId % 0x7fff_ffff) + 1
    const deadline = wallTime.deadline()
    const task: Task = { id: lastId, script, context, deadline, resolve, calls: [], losses: 0, isSuspect: false }
    open.set(task.id, task)
    waiting.add(task)
    watch.begin()
    schedulePump()
  }

  return {
    async run(script, context) {
      if (isClosed) return closed
      if (context !== undefined && breaker.isSuspended(script)) return suspended
      if (open.size >= queue) return full(queue)
      return new Promise((resolve) => enqueue(script, context, resolve))
    },
    async close() {
      isClosed = true
      for (const task of open.values()) settle(task, closed)
      await crew.close()
      rest()
    },
  }
}
