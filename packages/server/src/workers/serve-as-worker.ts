import type { Report } from '@signalbox/core'
import { errorMembers } from '../log/logged-error.ts'
import { readMessage, type ToPrimary, type ToWorker } from './messages.ts'

/** A worker that serves. */
export interface ServingWorker {
  /** What the primary receives. */
  readonly result: unknown
  /** Answers a question of the primary. */
  answer(question: unknown): unknown
  /** For how long it keeps serving after a signal, in milliseconds: until the primary closes it. @default 0 */
  readonly drainMs?: number
  /** Tells clients to use other connections, and keeps serving. */
  drain(): void
  /** Reads its certificates and opens its log files again. Rejects if it keeps its current certificates. */
  reload(): Promise<void>
  /** Finishes requests, for at most `drainMs`. */
  close(drainMs: number): Promise<void>
}

/** What a worker can tell its primary. */
export interface WorkerPorts {
  /** Counted from 0. */
  readonly place: number
  /** Writes whole lines to the standard output of the primary. Resolves when the primary has written them. */
  readonly writeLines: (lines: string) => Promise<void>
  /** Reports an error that nobody awaits to the primary. */
  readonly report: Report
  readonly announce: (line: string) => void
  /** Notifies subscribers of a topic in the primary. */
  readonly push: (topic: string, value: unknown) => void
}

const kinds = { start: true, ask: true, drain: true, reload: true, close: true, leave: true, written: true } as const

/** How long the primary may take to answer that this process may end. */
const LEAVE_MS = 1000
/** How long requests may take after a signal to this process alone. */
const DRAIN_MS = 7000

/**
 * Serves in a process that `superviseWorkers` started: waits for its order, starts, answers questions, and ends on a
 * message, on a signal, or when the primary is gone.
 */
export function serveAsWorker(start: (order: unknown, ports: WorkerPorts) => Promise<ServingWorker>): void {
  let serving: Promise<ServingWorker> | undefined
  let isClosing = false

  function tell(message: ToPrimary): Promise<void> {
    return new Promise((resolve) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
      else resolve()
    })
  }

  /** Lines that the primary has not written yet. They wait here rather than in its memory, if its output is slow. */
  const writing = new Map<number, () => void>()
  let written = 0
  const writeLines = (lines: string): Promise<void> =>
    new Promise((resolve) => {
      if (!process.connected) return resolve()
      writing.set(++written, resolve)
      void tell({ signalbox: 'lines', number: written, lines })
    })

  function noteWritten(number: number): void {
    writing.get(number)?.()
    writing.delete(number)
  }

  const report: Report = (error) => void tell({ signalbox: 'report', error: errorMembers(error) })

  async function begin(place: number, order: unknown): Promise<void> {
    try {
      serving = start(order, {
        place,
        writeLines,
        push: (topic, value) => void tell({ signalbox: 'pushed', topic, value }),
        report,
        announce: (line) => void tell({ signalbox: 'announce', line }),
      })
      const { result } = await serving
      await tell({ signalbox: 'started', result })
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException
      await tell({ signalbox: 'failed', reason: message, code })
      process.exit(1)
    }
  }

  async function answer(number: number, question: unknown): Promise<void> {
    try {
      await tell({ signalbox: 'answer', number, answer: await (await serving)?.answer(question) })
    } catch (error) {
      await tell({ signalbox: 'answer', number, failure: (error as Error).message })
    }
  }

  async function close(drainMs: number): Promise<void> {
    if (isClosing) return
    isClosing = true
    const worker = await serving?.catch(() => undefined)
    await worker?.close(drainMs)
    // The primary may have sent a connection that it does not know to be refused: it must come back before this process ends.
    await tell({ signalbox: 'closed' })
    setTimeout(leave, LEAVE_MS)
  }

  async function drain(): Promise<void> {
    const worker = await serving?.catch(() => undefined)
    worker?.drain()
  }

  async function reload(): Promise<void> {
    const worker = await serving?.catch(() => undefined)
    try {
      await worker?.reload()
    } catch (error) {
      report(error)
    }
  }

  /** Signals for all processes of a group come here too: the primary then drains and closes as well, and waits. */
  async function onSignal(): Promise<void> {
    const worker = await serving?.catch(() => undefined)
    worker?.drain()
    if (worker?.drainMs) setTimeout(() => void close(DRAIN_MS), worker.drainMs)
    else await close(DRAIN_MS)
  }

  const leave = () => process.exit(0)

  process.on('message', (message: unknown) => {
    const told = readMessage<ToWorker>(message, kinds)
    if (told?.signalbox === 'start') void begin(told.place, told.order)
    else if (told?.signalbox === 'ask') void answer(told.number, told.question)
    else if (told?.signalbox === 'written') noteWritten(told.number)
    else if (told?.signalbox === 'drain') void drain()
    else if (told?.signalbox === 'reload') void reload()
    else if (told?.signalbox === 'close') void close(told.drainMs)
    else if (told?.signalbox === 'leave') setImmediate(leave)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void onSignal())
  // The primary knows what it means.
  process.on('SIGHUP', () => {})
  process.on('uncaughtException', (error) => {
    void tell({ signalbox: 'report', error: errorMembers(error) }).then(() => process.exit(1))
  })
  void tell({ signalbox: 'here' })
}
