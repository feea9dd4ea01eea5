import type { ScriptOutcome } from '@signalbox/core'

/** What one run may use, and what may be kept of it. */
export interface Limits {
  /** CPU time in milliseconds, over all parts of a run. */
  readonly cpuMs: number
  /** What a script may allocate, in MiB. */
  readonly memoryMiB: number
  /** HTTP calls of a run. */
  readonly calls: number
  /** Bytes of an HTTP request or response body. */
  readonly bodyBytes: number
}

/** How a worker begins: its limits, and where it shows that it is alive. */
export interface WorkerStart {
  readonly limits: Limits
  readonly pulse: SharedArrayBuffer
}

/** One run in a batch. Without a context the script is only parsed. */
export interface Job {
  readonly id: number
  /** An index into the batch's scripts. */
  readonly script: number
  /** An index into the batch's contexts. */
  readonly context?: number
  /** Milliseconds from now after which nobody waits for it any more. */
  readonly remaining: number
}

/** From the host to a worker. `module` comes first, once. */
export type ToWorker =
  | { readonly type: 'module'; readonly module: WebAssembly.Module }
  | {
      readonly type: 'batch'
      readonly scripts: readonly string[]
      /** JSON texts. */
      readonly contexts: readonly string[]
      readonly jobs: readonly Job[]
    }
  /** The answer to a `request`, JSON of `HttpAnswer`. */
  | { readonly type: 'response'; readonly id: number; readonly call: number; readonly response: string }
  /** Nobody waits for this any more: begun or not, it is over. */
  | { readonly type: 'abandon'; readonly id: number }

/** From a worker to the host. */
export type FromWorker =
  /** Its virtual machine has booted. What it was given meanwhile comes next. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'results'
      readonly results: readonly { readonly id: number; readonly outcome: ScriptOutcome }[]
      /** Runs that were handed back unbegun, since another run of the same script just broke a limit. */
      readonly returned: readonly number[]
      /** The batch is through: the worker takes another. Some of its runs may still wait for HTTP. */
      readonly done: boolean
    }
  /** A script makes an HTTP call: its number in the run and JSON of `HttpRequest`. */
  | { readonly type: 'request'; readonly id: number; readonly call: number; readonly request: string }

/** What a script asks of `http`. */
export interface HttpRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** What `http` tells a script: an error's sentence, or a response. */
export type HttpAnswer =
  | { readonly error: string }
  | {
      readonly response: {
        readonly status: number
        readonly url: string
        /** Names in lower case. */
        readonly headers: Readonly<Record<string, string>>
        readonly body: string
      }
    }
