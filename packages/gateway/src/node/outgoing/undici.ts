import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import { networkOf } from '../../addresses/network-of.ts'
import { badResponse, type Failure, failureOf, overloaded, timeouts } from '../../backend/failures.ts'
import { isEndless } from '../../backend/is-endless.ts'
import { checkResponse } from '../../backend/response-framing.ts'
import type { HeaderList } from '../../headers/header-list.ts'
import { PATIENCE_MS } from './connecting.ts'
import type { Waiting } from './deadlines.ts'
import type { Caller } from './places.ts'
import type { PooledTarget } from './pools.ts'
import type { RequestBody } from './request-body.ts'
import { forHttp2, toHeaderList } from './undici-headers.ts'

/** Receives the response of a backend. After `end` or `failed` nothing is called any more. */
export interface Receiver {
  /** An informational response, such as 103. */
  informed(status: number, rawHeaders: HeaderList): void
  /** The head: names and values in turn, their bytes as Latin-1. */
  head(status: number, rawHeaders: HeaderList): void
  data(chunk: Uint8Array): void
  end(rawTrailers: HeaderList): void
  /** The backend has switched protocols, as it was asked to: the connection is the receiver's from now on. */
  upgraded?(rawHeaders: HeaderList, socket: Socket): void
  /**
   * The target has made no connection for long. The receiver may end the call. `hasWaited`: the call has waited long, too;
   * else others have.
   */
  stalled?(hasWaited: boolean): void
  /** The connection for which the call waited has been made. */
  connected?(): void
  /** The call has waited so many milliseconds for its turn before its target was called. */
  waited?(ms: number): void
  /** `wasSent`: whether bytes of the request may have left. */
  failed(failure: Failure, wasSent: boolean): void
}

/** What a backend is called with. */
export interface CallOptions {
  readonly method: string
  /** The path and query. */
  readonly path: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: RequestBody | Uint8Array | undefined
  /** The protocol that the backend is asked to switch to. */
  readonly upgrade?: string | undefined
  /** For attempts after the first: when the head is due at the latest, on the clock of `performance.now`. */
  readonly dueAt?: number | undefined
  /** Whether the limit for the whole response also holds for streams of events. @default false */
  readonly neverEndless?: boolean | undefined
}

/** For whom a target is called. */
export interface CalledFor {
  /** The address of the client; empty for calls of the gateway itself. */
  readonly address: string
  readonly consumer?: { readonly id: string } | undefined
}

const NEVER = Number.POSITIVE_INFINITY

/** Informational responses that a backend may send before its response. */
const MOST_INFORMED = 16

/**
 * One call of a backend through undici. The only code that knows the handler contract of undici. A class, because one is
 * made for every request.
 */
export class BackendCall implements Dispatcher.DispatchHandler, Caller {
  /** When it began to wait for a place; then when it had one. */
  startedAt = performance.now()
  standing: Caller['standing'] = 'out'
  readonly network: string
  readonly consumer: string | undefined
  earlier: Waiting | undefined
  later: Waiting | undefined
  readonly #receiver: Receiver
  readonly #pooled: PooledTarget
  #options: CallOptions | undefined
  #body: RequestBody | undefined
  #controller: Dispatcher.DispatchController | undefined
  #timer: NodeJS.Timeout | undefined
  /** Set while the call waits for a connection. */
  #patience: NodeJS.Timeout | undefined
  #dueAt = Number.POSITIVE_INFINITY
  /** When the last bytes of the response came. */
  #movedAt = 0
  /** Whether the client has to take bytes before more are read. */
  #isPaused = false
  /** Whether the head of the response has come. */
  #hasHead = false
  /** Whether the response may go on for as long as bytes come. */
  #isEndless = false
  #neverEndless = false
  /** Whether the receiver is not to be called any more. */
  #isOver = false
  #informed = 0

  constructor(pooled: PooledTarget, receiver: Receiver, { address, consumer }: CalledFor) {
    this.#pooled = pooled
    this.#receiver = receiver
    this.network = networkOf(address)
    this.consumer = consumer?.id
  }

  /** Sends the request, as soon as there is a place for it. */
  send(options: CallOptions): void {
    const pooled = this.#pooled
    pooled.inFlight++
    pooled.isUsed = true
    const { body } = options
    if (body !== undefined && !(body instanceof Uint8Array)) this.#body = body
    this.#options = options
    if (pooled.places.take(this)) this.#dispatch(options)
  }

  admitted(): void {
    const since = this.startedAt
    this.startedAt = performance.now()
    this.#receiver.waited?.(this.startedAt - since)
    const { dueAt = NEVER } = this.#options as CallOptions
    if (this.startedAt < dueAt) this.#dispatch(this.#options as CallOptions)
    else this.refused()
  }

  refused(): void {
    this.#fail(overloaded)
  }

  /** The limits of a call begin here: what came before is no time of the target. */
  #dispatch({ method, path, headers, body, upgrade, dueAt, neverEndless = false }: CallOptions): void {
    const pooled = this.#pooled
    this.#options = undefined
    this.#neverEndless = neverEndless
    pooled.deadlines?.add(this)
    if (dueAt !== undefined) {
      this.#dueAt = dueAt
      this.look()
    }
    const { servername, isHttp2 } = pooled
    const sent = isHttp2 ? forHttp2(headers) : headers
    const options = { method, path, headers: sent, body: body ?? null, upgrade, servername }
    pooled.pool.dispatch(options as Dispatcher.DispatchOptions, this)
    if (pooled.connecting.count > 0 && !this.#controller) this.#awaitConnection()
  }

  pause(): void {
    this.#isPaused = true
    this.#controller?.pause()
  }

  resume(): void {
    if (this.#isOver) return
    if (this.#isPaused) {
      this.#isPaused = false
      this.#movedAt = performance.now()
      // While it was paused, nothing may have been due.
      if (this.#movedAt - this.startedAt > this.#pooled.firstLimit) this.look()
    }
    this.#controller?.resume()
  }

  /** Ends the call. The receiver is not called any more. */
  abort(): void {
    if (this.#isOver) return
    this.#over()
    this.#controller?.abort(aborted)
    this.#body?.destroy()
  }

  #awaitConnection(): void {
    if (performance.now() >= this.#pooled.connecting.stallsAt) this.#receiver.stalled?.(false)
    if (!this.#isOver) this.#patience = setTimeout(lose, PATIENCE_MS, this).unref()
  }

  /** Tells the receiver if the target makes no connection; else looks again when that may be known. */
  losePatience(): void {
    const { stallsAt } = this.#pooled.connecting
    const left = stallsAt - performance.now()
    if (left <= 0) this.#receiver.stalled?.(true)
    else if (stallsAt !== NEVER) this.#patience = setTimeout(lose, left, this).unref()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#patience && !this.#isOver) {
      clearTimeout(this.#patience)
      this.#receiver.connected?.()
    }
    // The call was ended while it waited for a connection.
    if (this.#isOver) controller.abort(aborted)
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#isOver) return
    const headers = toHeaderList(controller.rawHeaders)
    if (status < 200) {
      this.#informed++
      if (status === 101) this.#fail(badResponse('The service switched protocols without being asked'))
      else if (this.#informed > MOST_INFORMED) this.#fail(badResponse('The response is preceded by too many others'))
      else this.#receiver.informed(status, headers)
      return
    }
    const problem = checkResponse(status, headers)
    if (problem === undefined) {
      this.#hasHead = true
      this.#movedAt = performance.now()
      this.#isEndless = !this.#neverEndless && isEndless(headers)
      this.#receiver.head(status, headers)
    } else this.#fail(badResponse(problem))
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController, _: number, __: unknown, socket: Duplex): void {
    // undici listens to this connection no more, and an error that nobody listens to would end the process.
    socket.on('error', ignore)
    if (this.#isOver) {
      socket.destroy()
      return
    }
    this.#over()
    this.#receiver.upgraded?.(toHeaderList(controller.rawHeaders), socket as Socket)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return
    this.#movedAt = performance.now()
    this.#receiver.data(chunk)
  }

  onResponseEnd(controller: Dispatcher.DispatchController): void {
    if (this.#isOver) return
    this.#over()
    this.#receiver.end(toHeaderList(controller.rawTrailers))
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#isOver) return
    this.#over()
    this.#body?.destroy()
    this.#receiver.failed(failureOf(error), this.#controller !== undefined)
  }

  /** Fails the call if it has waited for too long, or a time limit has passed; else looks again when one may have. */
  look(): void {
    if (this.#isOver) return
    if (this.standing === 'waiting') {
      this.refused()
      return
    }
    clearTimeout(this.#timer)
    const now = performance.now()
    const [due, failure] = this.#nextLimit(now)
    if (now >= due) this.#fail(failure)
    else this.#timer = due === NEVER ? undefined : setTimeout(look, due - now, this).unref()
  }

  /** The next time limit, and how the call fails then. */
  #nextLimit(now: number): [due: number, failure: Failure] {
    const { callTimeout, streamTimeout, globalTimeout, idleTimeout } = this.#pooled
    const total = streamTimeout && !this.#isEndless ? this.startedAt + streamTimeout : NEVER
    if (!this.#hasHead) {
      const head = Math.min(callTimeout || NEVER, globalTimeout || NEVER)
      const due = Math.min(this.#waitsSince(now) + head, this.#dueAt)
      return due < total ? [due, this.#controller ? timeouts.head : timeouts.connect] : [total, timeouts.total]
    }
    const silent = idleTimeout && !this.#isPaused ? this.#movedAt + idleTimeout : NEVER
    return silent < total ? [silent, timeouts.silence] : [total, timeouts.total]
  }

  /** Since when the backend could have responded: before it has the whole request, time of the client does not count. */
  #waitsSince(now: number): number {
    const body = this.#body
    if (!body || !this.#controller) return this.startedAt
    if (body.isWanted && !body.isWhole) return now
    return Math.max(this.startedAt, body.movedAt)
  }

  #fail(failure: Failure): void {
    this.abort()
    this.#receiver.failed(failure, this.#controller !== undefined)
  }

  #over(): void {
    this.#isOver = true
    this.#pooled.inFlight--
    this.#pooled.places.leave(this)
    this.#pooled.deadlines?.remove(this)
    clearTimeout(this.#timer)
    clearTimeout(this.#patience)
  }
}

const look = (call: BackendCall): void => call.look()

const lose = (call: BackendCall): void => call.losePatience()

const ignore = (): void => {}

const aborted = new Error('The call was ended by the gateway')
