import cluster, { type Worker } from 'node:cluster'
import { fileURLToPath } from 'node:url'
import type { Report } from '@signalbox/core'
import type { LimitCarrier } from '@signalbox/gateway'
import { serveLimits } from '@signalbox/gateway/node'
import { toLogged } from '../log/logged-error.ts'
import { closeLostConnections } from './close-lost.ts'
import { readMessage, type ToPrimary, type ToWorker } from './messages.ts'
import { restarts } from './restarts.ts'

/** What several processes that share a port should do. */
export interface WorkersOptions {
  /** The file that each of them runs. It calls `serveAsWorker`. */
  readonly program: URL
  readonly count: number
  /** The order that the worker at a place, counted from 0, gets at each of its starts. May have secrets. */
  readonly orderOf: (place: number) => unknown
  /** Keeps the limits that the workers share. */
  readonly carrier: LimitCarrier
  readonly report: Report
  /** Receives lines for operators. */
  readonly announce: (line: string) => void
}

/** Processes that share a port. */
export interface Workers {
  /** What the first worker said when it had started. */
  readonly result: unknown
  /** Asks all workers that serve. Workers that do not answer in time are left out. */
  ask(question: unknown): Promise<readonly WorkerAnswer[]>
  /** Asks all workers to push something of a topic, those too that start later, until the returned function is called. */
  subscribe(topic: string, subscription: Subscription): () => void
  /** Lets all workers tell their clients to use other connections, while they go on serving. */
  drain(): void
  /** Lets all workers read their certificates again. Workers that cannot report it. */
  reload(): void
  /** Lets all workers finish their requests, for at most `drainMs`, and ends them. */
  close(drainMs: number): Promise<void>
}

/** A topic of which workers push. */
export interface Subscription {
  readonly listener: (value: unknown) => void
  /** What each worker is asked once. */
  readonly question: unknown
}

/** What one worker answered. */
export interface WorkerAnswer {
  readonly place: number
  readonly answer: unknown
}

/** How long a question waits for answers. */
const ANSWER_MS = 2000
/** How long a worker may take to end after its last request. */
const END_MS = 1500

const kinds = {
  here: true,
  started: true,
  failed: true,
  answer: true,
  closed: true,
  pushed: true,
  lines: true,
  report: true,
  announce: true,
} as const

/** A process, and what is known about it. */
interface Running {
  readonly worker: Worker
  readonly ended: Promise<void>
  isServing: boolean
}

/**
 * Starts workers with `node:cluster`: this process accepts the connections, and gives them to the workers in turn. So
 * connections spread evenly on every platform, and no connection waits at a worker that ends. A worker that ends is started
 * again, after a pause that grows. Resolves when all workers serve; rejects with the reason if one cannot start. If this
 * process ends, its workers do so too.
 */
export async function superviseWorkers(options: WorkersOptions): Promise<Workers> {
  const { program, count, orderOf, carrier, report, announce } = options
  if (!cluster.isPrimary)
    throw new Error('A worker of node:cluster cannot have workers: set SIGNALBOX_GATEWAY_WORKERS to 1')
  const places = new Map<number, Running>()
  const watchConnections = closeLostConnections()
  const timers = new Set<NodeJS.Timeout>()
  const answers = new Map<number, (answer: unknown, failure?: string) => void>()
  const topics = new Map<string, Subscription>()
  let isDraining = false
  let isClosing = false
  let number = 0

  /** Starts the worker of a place. Resolves when it serves. `onEnd` is called when it ends, or could not be created. */
  async function start(place: number, onEnd: () => void): Promise<unknown> {
    let worker: Worker
    try {
      worker = fork(program)
    } catch (error) {
      onEnd()
      throw error
    }
    watchConnections(worker.process)
    const tell = (message: ToWorker) => worker.isConnected() && worker.send(message, () => {})
    const stopLimits = serveLimits(worker.process, carrier, report)
    return new Promise((resolve, reject) => {
      let reason: Error | undefined
      const ended = new Promise<void>((left) => {
        const end = (how: string) => {
          stopLimits()
          if (places.get(place) === running) places.delete(place)
          left()
          if (running.isServing) {
            if (!isClosing) report(new Error(`Worker ${place + 1} of the gateway ended ${how}: it is started again`))
          } else reject(reason ?? new Error(`A worker of the gateway ended ${how} before it served`))
          onEnd()
        }
        worker.once('exit', (code, signal) => end(signal ? `by ${signal}` : `with code ${code}`))
        worker.on('error', (error) => {
          // A process that the machine could not create has no end.
          const isCreated = worker.process.pid !== undefined
          if (isCreated) return report(error)
          reason = error
          end('before it began')
        })
      })
      const running: Running = { worker, ended, isServing: false }
      places.set(place, running)
      worker.on('message', (message: unknown) => {
        const told = readMessage<ToPrimary>(message, kinds)
        if (told?.signalbox === 'here') tell({ signalbox: 'start', place, order: orderOf(place) })
        else if (told?.signalbox === 'failed') {
          reason = Object.assign(new Error(told.reason), { code: told.code })
          reject(reason)
        } else if (told?.signalbox === 'started') {
          running.isServing = true
          if (isDraining) tell({ signalbox: 'drain' })
          for (const { question } of topics.values()) void askOne([place, running], question)
          resolve(told.result)
        } else if (told?.signalbox === 'answer') answers.get(told.number)?.(told.answer, told.failure)
        else if (told?.signalbox === 'closed') tell({ signalbox: 'leave' })
        else if (told?.signalbox === 'pushed') topics.get(told.topic)?.listener(told.value)
        else if (told?.signalbox === 'lines')
          writeLines(told.lines, () => tell({ signalbox: 'written', number: told.number }))
        else if (told?.signalbox === 'report') report(toLogged(told.error, { worker: place + 1 }))
        else if (told?.signalbox === 'announce') announce(told.line)
      })
    })
  }

  function keep(place: number): Promise<unknown> {
    const pauses = restarts(Math.random)
    const again = (): Promise<unknown> => {
      if (isClosing) return Promise.resolve()
      pauses.started(performance.now())
      return start(place, () => {
        if (isClosing) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          again().catch((cause) => {
            if (!isClosing) report(new Error(`Worker ${place + 1} of the gateway cannot start`, { cause }))
          })
        }, pauses.ended(performance.now()))
        timers.add(timer)
      })
    }
    return again()
  }

  async function askOne([place, { worker }]: readonly [number, Running], question: unknown): Promise<WorkerAnswer[]> {
    const asked = ++number
    try {
      const answer = await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no answer')), ANSWER_MS)
        answers.set(asked, (given, failure) => {
          clearTimeout(timer)
          if (failure === undefined) resolve(given)
          else reject(new Error(failure))
        })
        worker.send({ signalbox: 'ask', number: asked, question } satisfies ToWorker, (error) => error && reject(error))
      })
      return [{ place, answer }]
    } catch {
      return []
    } finally {
      answers.delete(asked)
    }
  }

  const ask = async (question: unknown): Promise<WorkerAnswer[]> =>
    (await Promise.all([...places].filter(([, one]) => one.isServing).map((one) => askOne(one, question)))).flat()

  /** Tells all workers. */
  function tellAll(message: ToWorker): void {
    for (const { worker } of places.values()) if (worker.isConnected()) worker.send(message, () => {})
  }

  async function close(drainMs: number): Promise<void> {
    isClosing = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(
      [...places.values()].map(async ({ worker, ended }) => {
        if (worker.isConnected()) worker.send({ signalbox: 'close', drainMs } satisfies ToWorker, () => {})
        const late = setTimeout(() => worker.process.kill('SIGKILL'), drainMs + END_MS)
        await ended
        clearTimeout(late)
      }),
    )
  }

  try {
    const first = await keep(0)
    await Promise.all(Array.from({ length: count - 1 }, (_, i) => keep(i + 1)))
    return {
      result: first,
      ask,
      subscribe(topic, subscription) {
        topics.set(topic, subscription)
        void ask(subscription.question)
        return () => void topics.delete(topic)
      },
      drain() {
        isDraining = true
        tellAll({ signalbox: 'drain' })
      },
      reload: () => tellAll({ signalbox: 'reload' }),
      close,
    }
  } catch (error) {
    await close(0)
    throw error
  }
}

/** Writes to the standard output. A failure, as when its reader has left, drops the lines. */
const writeLines = (lines: string, done: () => void): void => void process.stdout.write(lines, () => done())

/** Forks a program, and leaves the settings of `cluster` to the embedding program. */
function fork(program: URL): Worker {
  const before = { ...cluster.settings }
  cluster.setupPrimary({
    exec: fileURLToPath(program),
    args: [],
    execArgv: process.execArgv.filter((word) => !word.startsWith('--inspect')),
  })
  try {
    return cluster.fork()
  } finally {
    cluster.setupPrimary(before)
  }
}
