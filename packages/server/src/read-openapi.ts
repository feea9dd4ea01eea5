import { Worker } from 'node:worker_threads'
import type { DocumentLimits, ErrorCode, OpenApiReading, Problem, ReadOpenApi } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core'

/** What the thread is started with. */
export interface OpenApiQuestion {
  readonly body: unknown
  readonly limits: DocumentLimits
}

/** What the thread says: that it is there, and then what came of it. */
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

/** The most that reading one document may take: megabytes of heap, milliseconds; as many before it begins, on machines that are busy. */
const HEAP_MEGABYTES = 400
const PATIENCE_MS = 30_000

/** So many documents are read at once; others wait. */
const AT_ONCE = 2

/**
 * Reads OpenAPI documents, each in a thread of its own that ends with it, so that a large document holds up nobody and a hostile one takes
 * no more than its share: TOO_LARGE for what takes too much memory or time.
 */
export function openApiReader(): ReadOpenApi {
  const waiting: (() => void)[] = []
  let reading = 0

  return async (body, limits, signal) => {
    if (reading >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    reading++
    try {
      signal?.throwIfAborted()
      return await readInThread({ body, limits }, signal)
    } finally {
      reading--
      waiting.shift()?.()
    }
  }
}

function readInThread(question: OpenApiQuestion, signal: AbortSignal | undefined): Promise<OpenApiReading> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile(), {
      name: 'signalbox-openapi',
      workerData: question,
      env: {},
      argv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      // What ends it may come together with its own end, which is nobody's any more.
      worker
        .removeAllListeners()
        .on('error', () => {})
        .terminate()
      settle()
    }
    const stop = () =>
      end(() => reject(new SignalboxError('UNAVAILABLE', 'The server stops; import the document again')))
    const tooMuch = () =>
      end(() =>
        reject(
          new SignalboxError(
            'TOO_LARGE',
            'Reading the document takes too much time or memory: split it, or send it as JSON',
          ),
        ),
      )
    const timer = setTimeout(tooMuch, PATIENCE_MS)
    signal?.addEventListener('abort', stop)
    worker.on('message', (answer: OpenApiAnswer) => {
      if ('isBegun' in answer) return void timer.refresh()
      end(() => {
        if ('reading' in answer) return resolve(answer.reading)
        const { code, message, ...problems } = answer.failure
        reject(new SignalboxError(code, message, problems))
      })
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : end(() => reject(error)),
    )
    worker.on('exit', (code) => end(() => reject(new Error(`The thread that read a document ended with code ${code}`))))
  })
}

/** Beside this file, and written in the same language: TypeScript in the sources, JavaScript in the package. */
const workerFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './openapi-worker.ts' : './openapi-worker.js', import.meta.url)
