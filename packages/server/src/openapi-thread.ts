import { Worker } from 'node:worker_threads'
import type { DocumentLimits, ErrorCode, OpenApiReading, Problem } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'

/** One document for the thread. */
export interface OpenApiQuestion {
  readonly body: unknown
  readonly limits: DocumentLimits
}

/** What the thread says of a document: that it begins, and then what came of it. */
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

/** A thread that reads one document after the other. */
export interface OpenApiThread {
  /** Whether it has ended and takes no more documents. */
  isOver(): boolean
  /** Reads one document. Rejects, and ends the thread, when that takes too much (TOO_LARGE) or is given up (UNAVAILABLE). */
  read(question: OpenApiQuestion, signal: AbortSignal | undefined): Promise<OpenApiReading>
  end(): void
}

/** The most that reading one document may take: megabytes of heap, milliseconds; as many before it begins, on machines that are busy. */
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
    // What ends it may come together with its own end, which is nobody's any more.
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
        settled(end, () => reject(new Error(`The thread that read a document ended with code ${code}`))),
      )
      worker.postMessage(question)
    })
  }
  return { isOver: () => isOver, read, end }
}

/** What a reading fails with that is given up. */
export const stopped = () => new SignalboxError('UNAVAILABLE', 'The server stops; import the document again')

const takesTooMuch = () =>
  new SignalboxError('TOO_LARGE', 'Reading the document takes too much time or memory: split it, or send it as JSON')

/** Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './openapi-worker.ts' : './openapi-worker.js', import.meta.url)
