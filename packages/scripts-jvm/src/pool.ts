import type { ScriptOutcome } from '@signalbox/core'
import { answerCall } from './answer-call.ts'
import { createCompilations } from './compilations.ts'
import { createLateRuns } from './late-runs.ts'
import type { Checked, FromJvm, JvmOutcome } from './messages.ts'
import { closed, failed, overdue } from './outcomes.ts'
import type { ScriptFetch } from './script-http.ts'
import { createTask, type Job, type Task } from './task.ts'
import { type StartJvm, startWorker, type Worker, type WorkerListener } from './worker.ts'

/** The JVM that runs scripts, and those it replaces. */
export interface Pool {
  /** Compiles a script. Always resolves. */
  check(source: string): Promise<Checked>
  /** Runs a compiled script. Always resolves. */
  run(job: Job): Promise<ScriptOutcome>
  /** The process id of the JVM for new runs; `undefined` if none is running. */
  pid(): number | undefined
  close(): Promise<void>
}

interface PoolParts {
  readonly start: StartJvm
  readonly wallMs: number
  /** How long a run waits for a JVM, in milliseconds. */
  readonly waitMs: number
  readonly fetch: ScriptFetch
  /** Number of compilations after which a JVM is replaced. */
  readonly mostCompiles: number
}

/** Part of the space for classes after whose use a JVM is replaced. */
const mostClassSpace = 0.8

/** How many times the time that callers wait for it a compilation may take. */
const compilerPatience = 8

/** How long starting is not tried again after it failed, in milliseconds. */
const pauseMs = 5_000

/** Creates a pool. It starts a JVM when it is first needed, and a new one when that has ended or is worn out. */
export function createPool({ start, wallMs, waitMs, fetch, mostCompiles }: PoolParts): Pool {
  const workers = new Set<Worker>()
  const longestMs = compilerPatience * waitMs
  const compilations = createCompilations({ worker, longestMs, isClosed: () => isClosed })
  const late = createLateRuns(wallMs)
  let current: Worker | undefined
  let broken: { readonly error: unknown; readonly until: number } | undefined
  let isClosed = false
  let ids = 0

  /** A JVM that takes what comes. */
  async function worker(): Promise<Worker> {
    if (broken && performance.now() < broken.until) throw broken.error
    if (isClosed) throw new Error('The script engine is closed')
    current ??= open()
    const found = current
    try {
      await found.jvm.ready
    } catch (error) {
      broken = { error, until: performance.now() + pauseMs }
      throw error
    }
    return found.isWorn || !workers.has(found) ? worker() : found
  }

  function open(): Worker {
    const listener: WorkerListener = {
      message: (message) => receive(opened, message),
      stalled(id) {
        compilations.giveUp(id)
        stop(opened) // others are compiled in another JVM
      },
      end: () => lost(opened),
    }
    const opened: Worker = startWorker(start, listener, longestMs)
    workers.add(opened)
    return opened
  }

  /** Lets a JVM finish what it has, and takes another one for what comes. */
  function retire(worn: Worker): void {
    if (current === worn) current = undefined
    worn.isWorn = true
    finishIfIdle(worn)
  }

  function finishIfIdle(one: Worker): void {
    one.hold()
    if (one.isWorn && one.isIdle()) one.jvm.finish()
  }

  /** Runs what a JVM had when it ended once more, each run only once. */
  function lost(one: Worker): void {
    workers.delete(one)
    if (current === one) current = undefined
    const { tasks, checking } = one.take()
    // What a JVM had that was killed for something else is repeated as if it had not begun.
    compilations.repeat(checking, one.isStopped)
    if (one.isStopped) for (const task of tasks) task.attempts--
    for (const task of tasks) again(task, 'The JVM ended while the script ran')
  }

  function again(task: Task, message: string): void {
    if (isClosed) task.resolve(closed)
    else if (task.attempts++ > 0) task.resolve(failed('MEMORY', message))
    else void assign(task)
  }

  async function assign(task: Task): Promise<void> {
    try {
      const one = await worker()
      task.begin(() => setImmediate(abandon, task)) // what has arrived is read first
      if (!task.isOpen()) return
      one.add(task)
    } catch (error) {
      task.resolve(failed('UNAVAILABLE', error instanceof Error ? error.message : String(error)))
    }
  }

  /** Stops a run that took too long, and its JVM if that does not react. */
  function abandon(task: Task): void {
    const one = [...workers].find((one) => one.abandon(task.id))
    if (!one) {
      task.resolve(overdue({ wallMs, ranMs: 0 }))
      return
    }
    const since = performance.now()
    late.add(task, () => {
      if (workers.has(one) && one.jvm.heardAt() < since) stop(one)
    })
    finishIfIdle(one)
  }

  function stop(one: Worker): void {
    if (current === one) current = undefined
    one.isStopped = true
    one.jvm.kill()
  }

  function receive(one: Worker, message: Exclude<FromJvm, { op: 'ready' }>): void {
    switch (message.op) {
      case 'checked': {
        const { id, classSpace, ...checked } = message
        one.checked(id)
        compilations.settle(id, checked)
        if (classSpace >= mostClassSpace || one.compiles >= mostCompiles) retire(one)
        else finishIfIdle(one)
        break
      }
      case 'unloadable':
        for (const task of one.unload(message.key)) task.resolve(failed('EXCEPTION', message.failure))
        finishIfIdle(one)
        break
      case 'done':
        for (const outcome of message.outcomes) finish(one.done(outcome.id) ?? late.take(outcome.id), outcome)
        finishIfIdle(one)
        break
      case 'http':
        void call(one, message)
        break
      case 'stuck':
        late.end(message.id, wallMs)
        stop(one)
        break
      case 'exhausted':
        retire(one)
        break
      case 'abandoned':
        late.end(message.id, message.ranMs)
        break
    }
  }

  function finish(task: Task | undefined, { active = false, code, message = '', logs }: JvmOutcome): void {
    if (!task) return
    if (code === 'EXHAUSTED') again(task, `The script used up the memory of the JVM: ${message}`)
    else task.resolve({ active, logs, ...(code && { error: { code, message } }) })
  }

  async function call(one: Worker, message: Extract<FromJvm, { op: 'http' }>): Promise<void> {
    const { id, call } = message
    const task = one.find(id)
    if (!task) return
    const answer = await answerCall(task, message, fetch)
    if (one.find(id)) one.jvm.send({ op: 'response', id, call, ...answer })
  }

  return {
    check: compilations.check,
    run: (job) =>
      new Promise((resolve) => {
        void assign(createTask({ ...job, id: ids++, wallMs, waitMs, resolve }))
      }),
    pid: () => current?.jvm.pid,
    async close() {
      isClosed = true
      const open = [...workers]
      for (const { jvm } of open) {
        jvm.hold(true) // until it has ended, which this waits for
        jvm.kill()
      }
      await Promise.all(open.map(({ jvm }) => jvm.ended))
    },
  }
}
