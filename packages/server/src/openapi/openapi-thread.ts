import { Worker } from 'node:worker_threads'
import type { DocumentLimits, ErrorCode, OpenApiReading, Problem } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/** A document to be read by the thread. */
export interface OpenApiQuestion {
  readonly body: unknown
  readonly limits: DocumentLimits
}

/** Messages from the thread: that it starts reading a document, then the result. */
export type OpenApiAnswer =
  | { readonly isBegun: true }
  | { readonly reading: OpenApiReading }
  | {
      readonly failure: {
        readonly code: ErrorCode
        readonly message: string
        readonly errors: readonly Problem[]
        readonly fieldErrors: Readonly<Record<string, readonly Problem[]>>
      }
    }

/** A thread that reads documents one after the other. */
export interface OpenApiThread {
  /** Whether it has ended and accepts no more documents. */
  isOver(): boolean
  /**
   * Reads one document. Rejects with TOO_LARGE if that takes too much memory or time, or UNAVAILABLE if it is aborted;
   * both end the thread.
   */
  read(question: OpenApiQuestion, signal: AbortSignal | undefined): Promise<OpenApiReading>
  end(): void
}

/**
 * Limits for reading one document: heap in megabytes, and milliseconds. It may wait as long again before it starts, on
 * busy machines.
 */
const HEAP_MEGABYTES = 400
const PATIENCE_MS = 30_000

/** Starts a thread. It keeps the process alive only while it reads. */
export function startThread(): OpenApiThread {
  const worker = new Worker(workerFile(), {
    name: 'signalbox-openapi',
    env: {},
    argv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  })
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    // A late error from a thread that is being terminated is ignored.
    worker
      .removeAllListeners()
      .on('error', () => {})
      .terminate()
  }
  const idle = () => worker.removeAllListeners().on('error', end).on('exit', end).unref()

  function read(question: OpenApiQuestion, signal: AbortSignal | undefined): Promise<OpenApiReading> {
    return new Promise((resolve, reject) => {
      const settled = (next: () => void, settle: () => void) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        next()
        settle()
      }
      const stop = () => settled(end, () => reject(stopped()))
      const tooMuch = () => settled(end, () => reject(takesTooMuch()))
      const timer = setTimeout(tooMuch, PATIENCE_MS)
      signal?.addEventListener('abort', stop)
      worker.removeAllListeners().ref()
      worker.on('message', (answer: OpenApiAnswer) => {
        if ('isBegun' in answer) return void timer.refresh()
        settled(idle, () => {
          if ('reading' in answer) return resolve(answer.reading)
          const { code, message, ...problems } = answer.failure
          reject(new SignalboxError(code, message, problems))
        })
      })
      worker.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : settled(end, () => reject(error)),
      )
      worker.on('exit', (code) =>
        settled(end, () => reject(new Error(`The thread that parses documents exited with code ${code}`))),
      )
      worker.postMessage(question)
    })
  }
  return { isOver: () => isOver, read, end }
}

/** The error for a reading that was aborted. */
export const stopped = () =>
  new SignalboxError('UNAVAILABLE', 'The server is stopping: import the document again later')

const takesTooMuch = () =>
  new SignalboxError('TOO_LARGE', 'Parsing the document takes too much time or memory: split it, or send it as JSON')

/** The worker's file next to this one: TypeScript in the sources, JavaScript in the package. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './openapi-worker.ts' : './openapi-worker.js', import.meta.url)
