import type { CompiledBackend } from '@signalbox/core/gateway'
import type { HeaderList } from '../headers/header-list.ts'
import type { SideResponse } from '../plugin-api/side-call.ts'
import type { Failure } from './failures.ts'
import type { Target } from './target.ts'

/** A call as a transport makes it. */
export interface SentCall {
  readonly backend: CompiledBackend
  readonly target: Target
  readonly method: string
  /** The path and query. */
  readonly path: string
  readonly headers: HeaderList
  readonly body: Uint8Array | undefined
  readonly most: number
  /** Whether the limit for the whole response also holds for streams of events, which may go on otherwise. @default false */
  readonly neverEndless?: boolean
}

/** Calls a target. The headers of the response are as they came. Rejects with a `CallFailedError`. */
export type Send = (call: SentCall) => Promise<SideResponse>

/** A call of a backend beside a request has failed. */
export class CallFailedError extends Error {
  readonly failure: Failure
  /** Whether bytes of the call may have left. */
  readonly wasSent: boolean
  constructor(failure: Failure, wasSent = true) {
    super(failure.detail?.message ?? failure.cause, { cause: failure.error })
    this.failure = failure
    this.wasSent = wasSent
  }
}
