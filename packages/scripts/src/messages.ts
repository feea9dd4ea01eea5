import type { ScriptOutcome } from '@signalbox/core'

/** Limits of one run. */
export interface Limits {
  /** CPU time in milliseconds, for all steps of a run together. */
  readonly cpuMs: number
  /** Memory that a script may allocate, in MiB. */
  readonly memoryMiB: number
  /** HTTP calls per run. */
  readonly calls: number
  /** Bytes of an HTTP request or response body. */
  readonly bodyBytes: number
}

/** What a worker starts with: its limits, and the shared memory in which it shows that it is alive. */
export interface WorkerStart {
  readonly limits: Limits
  readonly pulse: SharedArrayBuffer
}

/** One run in a batch. Without a context the script is only parsed. */
export interface Job {
  readonly id: number
  /** Index into the scripts of the batch. */
  readonly script: number
  /** Index into the contexts of the batch. */
  readonly context?: number
  /** Milliseconds until the run's deadline. */
  readonly remaining: number
}

/** Messages from the host to a worker. `module` is sent once, first. */
export type ToWorker =
  | { readonly type: 'module'; readonly module: WebAssembly.Module }
  | {
      readonly type: 'batch'
      readonly scripts: readonly string[]
      /** JSON texts. */
      readonly contexts: readonly string[]
      readonly jobs: readonly Job[]
    }
  /** The response to a `request`: an `HttpAnswer` as JSON. */
  | { readonly type: 'response'; readonly id: number; readonly call: number; readonly response: string }
  /** Cancels a run, whether or not it has started. */
  | { readonly type: 'abandon'; readonly id: number }

/** Messages from a worker to the host. */
export type FromWorker =
  /** The virtual machine has booted; messages that arrived meanwhile are processed next. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'results'
      readonly results: readonly { readonly id: number; readonly outcome: ScriptOutcome }[]
      /**
       * Runs returned without being started: their deadline has passed, or another run of the script just broke a
       * limit.
       */
      readonly returned: readonly number[]
      /** The batch is finished and the worker accepts another. Some of its runs may still wait for HTTP. */
      readonly done: boolean
    }
  /** A script makes an HTTP call, given by its number in the run and an `HttpRequest` as JSON. */
  | { readonly type: 'request'; readonly id: number; readonly call: number; readonly request: string }

/** An HTTP request of a script. */
export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The result of an HTTP call: an error message or a response. */
export type HttpAnswer =
  | { readonly error: string }
  | {
      readonly response: {
        readonly status: number
        readonly url: string
        /** Header names are in lower case. */
        readonly headers: Readonly<Record<string, string>>
        readonly body: string
      }
    }
