import type { ScriptOutcome } from '@signalbox/core'
import type { Breaker } from './breaker.ts'
import { createCrew } from './crew.ts'
import type { ScriptFetch } from './http/script-fetch.ts'
import { forwardCall } from './http-call.ts'
import type { FromWorker, Limits } from './messages.ts'
import { abandoned, closed, crowdedOut, full, noThreads, overdue, stopped, suspended, tookDown } from './outcomes.ts'
import { createQueue } from './queue.ts'
import type { Seat } from './seat.ts'
import { countSilence, currentRun, patienceWith, takeUnbegun } from './seat.ts'
import type { Task } from './task.ts'
import { isRun, toBatch } from './task.ts'
import { createWallTime } from './wall-time.ts'
import { createWatch } from './watch.ts'

/** Runs scripts in worker threads. */
export interface Pool {
  /** Asks a script. */
  run(asked: Asked): Promise<ScriptOutcome>
  close(): Promise<void>
}

/** What a pool is asked. */
export interface Asked {
  readonly script: string
  /** JSON; without it the script is only parsed. */
  readonly context?: string
  readonly asker?: string | undefined
  readonly owner?: string | undefined
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

/** After so many looks a worker in the middle of a batch gives back what it has not begun: others may wait, or its owner be suspended. */
const longestTurn = 2

/** How often a run may lose its worker when no script is to blame. */
const mostLosses = 3

/** A pool without threads: they are started as they are needed, and the process need not wait for idle ones. */
export function createPool({ limits, wallMs, workers, queue, load, breaker, fetch, clock }: PoolOptions): Pool {
  const open = new Map<number, Task>()
  const { doubt, patience } = patienceWith(limits)
  const waiting = createQueue(breaker.isDoubtful)
  /** So many workers may be at what is doubtful at a time: one is kept for scripts that are well. */
  const mostDoubtful = Math.max(1, workers - 1)
  const held = new Map<string, number>()
  let lastId = 0
  let isPumpDue = false
  let isClosed = false

  const settle = (task: Task, outcome: ScriptOutcome) => {
    if (!open.delete(task.id)) return
    waiting.delete(task)
    for (const { tasks } of crew.seats) tasks.delete(task)
    task.abort?.abort()
    count(task, -1)
    if (isRun(task) && breaker.record(task, outcome.error?.code)) waiting.promote(task)
    task.resolve(outcome)
    rest()
  }
  /** How many open runs each has asked for. */
  const count = ({ asker }: Task, change: number) => {
    const left = (held.get(asker) ?? 0) + change
    if (left > 0) held.set(asker, left)
    else held.delete(asker)
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
    for (;;) {
      const taken = waiting.take(share, doubtfulSeats() < mostDoubtful)
      if (taken.tasks.length === 0) return
      const batch = taken.tasks.filter(admitted)
      if (batch.length > 0) return begin(seat, batch, taken.isDoubtful)
    }
  }
  const doubtfulSeats = () => [...crew.seats].filter(({ isFree, isDoubtful }) => !isFree && isDoubtful).length
  const admitted = (task: Task): boolean => {
    if (!isRun(task) || breaker.admit(task)) return true
    settle(task, suspended[breaker.suspension(task) ?? 'script'])
    return false
  }
  const begin = (seat: Seat, batch: readonly Task[], isDoubtful: boolean) => {
    for (const task of batch) seat.tasks.add(task)
    seat.isFree = false
    seat.isDoubtful = isDoubtful
    seat.age = 0
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
  /** What a worker has not begun need not wait: for the certainty that the worker is lost, or while others have their turn. */
  const relieve = (seat: Seat, suspect?: string) => {
    const others = takeUnbegun(seat)
    if (others.length === 0) return
    waiting.putBack(others, suspect)
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
      if (silence < doubt) {
        if (++seat.age > longestTurn && currentRun(seat) !== 0) relieve(seat)
      } else if (silence < patience) relieve(seat, open.get(currentRun(seat))?.script)
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

  const enqueue = ({ script, context, asker = '', owner }: Asked, resolve: Task['resolve']) => {
    lastId = (lastId % 0x7fff_ffff) + 1
    const task: Task = {
      ...{ id: lastId, script, context, asker, owner, lane: owner ?? script },
      ...{ deadline: wallTime.deadline(), resolve, calls: [], losses: 0, isSuspect: false },
    }
    open.set(task.id, task)
    count(task, 1)
    waiting.add(task)
    watch.begin()
    schedulePump()
  }
  /** Where all places are taken, the newest run of whoever has most gives way to one of somebody who has less than a fair share. */
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
      await crew.close()
      rest()
    },
  }
}
