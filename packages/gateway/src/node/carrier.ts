import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CauseId } from '@signalbox/core/gateway'
import { networkOfPeer } from '../addresses/network-of.ts'
import { badResponse, type Failure, type FailureDetail, failureOf } from '../backend/failures.ts'
import type { Target } from '../backend/target.ts'
import { trailersOf } from '../backend/trailers.ts'
import { applyTransforms, changesLength, flushTransforms, transforming } from '../backend/transforms.ts'
import type { Decided } from '../exchange/decided.ts'
import { type HeaderList, removeHeader } from '../headers/header-list.ts'
import type { Responded } from '../pipeline/pipeline.ts'
import type { ClientCertificate } from '../plugin-api/connection.ts'
import type { BodyTransform } from '../plugin-api/hooks.ts'
import { BodyLostError, type Incoming } from '../request/incoming.ts'
import { certificateOf, covers, isSecure } from './certificate.ts'
import { ClientResponse } from './incoming/client-response.ts'
import { nodeCodings } from './incoming/encoder.ts'
import { readWhole } from './outgoing/read-whole.ts'
import { type KeptBody, RequestBody } from './outgoing/request-body.ts'
import type { Transport } from './outgoing/transport.ts'
import { BackendCall, type Receiver } from './outgoing/undici.ts'
import { checkSwitch, switchHeaders } from './upgrade/check-switch.ts'
import { overHttp1 } from './upgrade/over-http1.ts'
import type { Spliced } from './upgrade/splice.ts'
import type { Upgrade } from './upgrade/upgrade.ts'

/** How a request came. */
export interface CarryOptions {
  /** Whether the client sends its body only after `100 Continue`. */
  readonly awaitsContinue: boolean
  /** The connection of a client that asks for a WebSocket. */
  readonly upgrade?: Upgrade | undefined
}

/** Bytes of a discarded response that are read, so that its connection can be used again. */
const MOST_DISCARDED = 65_536

/**
 * Carries one request: asks the pipeline, then sends its answer, or calls the backend and passes on what it responds. A
 * class, because one is made for every request.
 */
export class Carrier extends ClientResponse implements Incoming, Receiver {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly hasBody: boolean | undefined
  readonly rawHeaders: readonly string[]
  readonly address: string
  readonly network: string
  readonly secure: boolean
  readonly codings = nodeCodings
  readonly isForWebSocket: boolean
  /** The connection; a response knows it only when it is its turn. */
  readonly #socket: Socket
  /** Whether the client sends its body only after `100 Continue`. */
  #awaitsContinue: boolean
  #exchange: Decided | undefined
  #call: BackendCall | undefined
  #body: RequestBody | undefined
  /** What can be sent again of the request body. */
  #kept: KeptBody | undefined
  /** Ends the reading of a whole body, since the client is too slow. */
  #endReading: (() => void) | undefined
  /** The timer of the next attempt. */
  #pausing: NodeJS.Timeout | undefined
  #transforms: readonly BodyTransform[] | undefined
  /** The connection of a client that asks for a WebSocket. */
  readonly #upgrade: Upgrade | undefined
  /** What passed over a WebSocket. */
  #spliced: Spliced | undefined
  /** Whether an attempt came before the current one. */
  #isRepeated = false
  #calledAt: number | undefined
  #headAt: number | undefined
  /** Aborts when the client has left, or the response is over. Made when it is asked for. */
  #gone: AbortController | undefined
  /** Whether the client has left, or the response is over. */
  #isClosed = false
  /** Whether the response of the backend is read only to be dropped, and how much of it was. */
  #discarded = -1
  /** What came while the pipeline thinks about the head. */
  #waiting:
    | { readonly chunks: Uint8Array[]; trailers: HeaderList | undefined; failure: Failure | undefined }
    | undefined

  constructor(
    transport: Transport,
    request: IncomingMessage,
    response: ServerResponse,
    { awaitsContinue, upgrade }: CarryOptions,
  ) {
    super(transport, request, response)
    const { wire } = this
    const socket = wire.socket(request)
    this.method = request.method as string
    this.target = request.url ?? ''
    this.version = wire.version(request)
    this.hasBody = wire.hasBody(request)
    this.rawHeaders = request.rawHeaders
    this.address = socket.remoteAddress ?? ''
    this.network = networkOfPeer(this.address)
    this.secure = isSecure(socket)
    this.#socket = socket
    this.#awaitsContinue = awaitsContinue
    this.#upgrade = upgrade
    this.isForWebSocket = upgrade !== undefined
  }

  get certificate(): ClientCertificate | undefined {
    return certificateOf(this.#socket)
  }

  get signal(): AbortSignal {
    this.#gone ??= new AbortController()
    if (this.#isClosed) this.#gone.abort()
    return this.#gone.signal
  }

  covers(host: string): boolean {
    return covers(this.#socket, host)
  }

  readBody(limit: number): Promise<Uint8Array> {
    this.#continue()
    this.#watchBody()
    return readWhole(this.request, {
      limit,
      pace: this.transport.pace,
      onSlow: (end) => {
        this.#endReading = end
      },
    }).catch((error: unknown) => {
      if (error instanceof BodyLostError && error.refuse === TOO_SLOW) {
        this.cause = TOO_SLOW
        this.wire.closeAfter(this.response)
      }
      throw error
    })
  }

  start(): void {
    this.listen()
    const decided = this.transport.pipeline.decide(this)
    if (decided instanceof Promise) void decided.then((exchange) => this.#decided(exchange))
    else this.#decided(decided)
  }

  #decided(exchange: Decided): void {
    this.#exchange = exchange
    if (this.#isClosed) {
      this.#finish()
      return
    }
    const { isDraining, isClosing } = this.transport
    if (exchange.mustClose || isClosing || (isDraining && !this.#upgrade)) this.wire.closeAfter(this.response)
    if (exchange.answer) this.sendAnswer(exchange.answer)
    else if (this.#upgrade && isClosing) this.#fail('errors.gateway.stopping')
    else {
      this.#calledAt = this.transport.now()
      this.#forward(exchange, exchange.target as Target)
    }
  }

  /** Begins an attempt. */
  #forward(exchange: Decided, target: Target): void {
    const { pools } = this.transport
    const { out, method, forwardTarget: path } = exchange
    let { body }: { body: Uint8Array | RequestBody | undefined } = exchange
    if (body) removeHeader(out.list, 'content-length')
    else if (exchange.hasBody && exchange.contentLength !== 0)
      try {
        body = this.#streamed(exchange)
      } catch (error) {
        this.failed(failureOf(error), false)
        return
      }
    const pooled = pools.of(exchange.backend, this.#upgrade ? overHttp1(target) : target)
    this.#call = new BackendCall(pooled, this, exchange)
    const upgrade = this.#upgrade && 'websocket'
    const dueAt = this.#isRepeated ? exchange.dueAt : undefined
    this.#call.send({ method, path, headers: out.list, body, upgrade, dueAt })
  }

  /** Begins the next attempt after a pause. */
  #retryIn(ms: number): void {
    this.#isRepeated = true
    this.#pausing = setTimeout(() => this.#retry(), ms)
  }

  #retry(): void {
    const exchange = this.#exchange as Decided
    const answer = this.transport.pipeline.nextAttempt(exchange)
    if (answer) this.sendAnswer(answer)
    else this.#forward(exchange, exchange.target as Target)
  }

  /** Whether the part of the request body that was read can be sent again. */
  #isReplayable(): boolean {
    return this.#body === undefined || this.#body.isReplayable
  }

  #streamed(exchange: Decided): RequestBody {
    const transforms = transforming(() => exchange.requestTransforms())
    if (changesLength(transforms)) removeHeader(exchange.out.list, 'content-length')
    this.#continue()
    this.#watchBody()
    const { pace } = this.transport
    const { retries, retryBodyBytes } = this.transport.pipeline.backends.of(exchange.backend).client
    if (retries > 1) this.#kept ??= { chunks: [], length: 0, limit: retryBodyBytes }
    const tooSlow = (): void => this.#tooSlow()
    this.#body = new RequestBody(this.request, { transforms, pace, tooSlow, kept: this.#kept })
    return this.#body
  }

  #continue(): void {
    if (!this.#awaitsContinue) return
    this.#awaitsContinue = false
    this.response.writeContinue()
  }

  /** Ends the request when its body is silent for too long. */
  #watchBody(): void {
    this.limitSilence(this.transport.pace.silenceMs)
    this.request.once('end', () => this.wire.limitSilence(this.request, 0))
  }

  #tooSlow(): void {
    this.wire.closeAfter(this.response)
    clearTimeout(this.#pausing)
    this.#call?.abort()
    if (this.#exchange) this.failed({ cause: TOO_SLOW }, true)
    else if (this.#endReading) this.#endReading()
    else this.wire.cut(this.request)
  }

  informed(status: number, rawHeaders: HeaderList): void {
    if (this.transport.earlyHints && status === 103 && this.version !== '1.0')
      this.transport.hint(this.response, rawHeaders)
  }

  head(status: number, rawHeaders: HeaderList): void {
    const { pipeline, now } = this.transport
    this.#headAt = now()
    if (this.#body) (this.#exchange as Decided).isReplayable = this.#isReplayable()
    const responded = pipeline.respond(this.#exchange as Decided, status, rawHeaders)
    if (responded instanceof Promise) {
      this.#waiting = { chunks: [], trailers: undefined, failure: undefined }
      this.#call?.pause()
      void responded.then((it) => this.#respondLater(it))
    } else this.#respond(responded)
  }

  #respondLater(responded: Responded): void {
    const { chunks = [], trailers, failure } = this.#waiting ?? {}
    this.#waiting = undefined
    if (this.#isClosed) return
    if (failure) {
      this.failed(failure, true)
      return
    }
    this.#respond(responded)
    for (const chunk of chunks) this.data(chunk)
    if (trailers) this.end(trailers)
    // A response that is dropped is read whatever the client takes.
    else if (this.#discarded >= 0 || !this.isPaused) this.#call?.resume()
  }

  #respond({ status, headers, answer, transforms, coding, retryAfter }: Responded): void {
    if (retryAfter !== undefined) {
      this.#call?.abort()
      this.#retryIn(retryAfter)
      return
    }
    if (answer) {
      this.#discarded = 0
      this.sendAnswer(answer)
      return
    }
    if (changesLength(transforms, coding)) removeHeader(headers, 'content-length')
    this.#transforms = transforms
    if (this.transport.isDraining) this.wire.closeAfter(this.response)
    this.begin(status, headers, coding)
  }

  upgraded(rawHeaders: HeaderList, backend: Socket): void {
    const { pipeline, now } = this.transport
    const problem = checkSwitch(this.rawHeaders, rawHeaders)
    if (problem !== undefined) {
      backend.destroy()
      this.failed(badResponse(problem), true)
      return
    }
    this.#headAt = now()
    const responded = pipeline.respond(this.#exchange as Decided, 101, rawHeaders)
    if (responded instanceof Promise) void responded.then((it) => this.#switch(it, backend))
    else this.#switch(responded, backend)
  }

  /** Switches the connection of the client too, unless a plugin has replaced the response. */
  #switch({ status, headers, answer }: Responded, backend: Socket): void {
    if (!this.#isClosed && !answer && status === 101 && this.writeHead(status, switchHeaders(headers))) {
      this.#upgrade?.join(backend, (spliced) => {
        this.#spliced = spliced
        this.closed()
      })
      return
    }
    backend.destroy()
    if (this.#isClosed || this.response.headersSent) return
    if (answer) this.sendAnswer(answer)
    else this.#fail('errors.plugin.failed')
  }

  data(chunk: Uint8Array): void {
    if (this.#waiting) this.#waiting.chunks.push(chunk)
    else if (this.#discarded >= 0) this.#discard(chunk.length)
    else if (this.#transforms) this.#transform(applyTransforms, this.#transforms, chunk)
    else if (chunk.length > 0) this.pass(chunk)
  }

  /** Passes on what transforms make of bytes. Returns whether they did not fail. */
  #transform(run: Transforming, transforms: readonly BodyTransform[], chunk: Uint8Array): boolean {
    try {
      const passed = run(transforms, chunk)
      if (passed !== undefined && passed.length > 0) this.pass(passed)
      return true
    } catch (error) {
      this.#call?.abort()
      this.failed(failureOf(error), true)
      return false
    }
  }

  #discard(length: number): void {
    this.#discarded += length
    if (this.#discarded > MOST_DISCARDED) this.#call?.abort()
  }

  end(rawTrailers: HeaderList): void {
    if (this.#waiting) this.#waiting.trailers = rawTrailers
    else if (this.#discarded < 0) {
      if (this.#transforms && !this.#transform(flushTransforms, this.#transforms, nothing)) return
      if (rawTrailers.length > 0 && this.#exchange?.takesTrailers)
        this.wire.addTrailers(this.response, trailersOf(rawTrailers))
      this.finishBody()
    }
  }

  stalled(hasWaited: boolean): void {
    const exchange = this.#exchange as Decided
    exchange.isReplayable = this.#isReplayable()
    if (!this.transport.pipeline.attemptStalled(exchange, hasWaited)) return
    this.#call?.abort()
    this.#retryIn(0)
  }

  connected(): void {
    this.transport.pipeline.attemptConnected(this.#exchange as Decided)
  }

  waited(ms: number): void {
    this.transport.pipeline.attemptWaited(this.#exchange as Decided, ms)
  }

  failed(failure: Failure, wasSent: boolean): void {
    if (this.#isClosed || this.#discarded >= 0) return
    if (this.#waiting) {
      this.#waiting.failure = failure
      return
    }
    const { cause, detail, error } = failure
    if (error !== undefined) this.transport.pipeline.report(error)
    const { pipeline } = this.transport
    if (this.response.headersSent) {
      pipeline.broke(this.#exchange as Decided, failure)
      this.cause = cause === 'errors.backend.unreachable' || cause === 'errors.backend.bad.response' ? RESET : cause
      this.wire.cut(this.request)
      return
    }
    const exchange = this.#exchange as Decided
    if (this.#body) exchange.isReplayable = this.#isReplayable()
    const pause = pipeline.attemptFailed(exchange, failure, wasSent)
    if (pause === undefined) this.#fail(cause, detail)
    else this.#retryIn(pause)
  }

  #fail(cause: CauseId, detail?: FailureDetail): void {
    this.cause = cause
    this.sendAnswer(this.transport.pipeline.fail(this.#exchange as Decided, cause, detail))
  }

  protected pauseBackend(): void {
    this.#call?.pause()
  }

  protected resumeBackend(): void {
    this.#call?.resume()
  }

  protected abandon(): void {
    this.#call?.abort()
  }

  protected encodingFailed(error: unknown): void {
    this.#call?.abort()
    this.failed({ cause: 'errors.gateway.failure', error }, true)
  }

  protected silenceMs(): number {
    return this.#body && !this.#body.isWhole ? this.transport.pace.silenceMs : 0
  }

  protected awaitsBody(): boolean {
    // Who is too slow is not waited for again.
    return this.#hasUnreadBody() && !this.#awaitsContinue && this.cause !== TOO_SLOW
  }

  /** The response does not wait for the rest of the body: a long rest costs the connection. */
  protected leaveBody(): void {
    if (!this.#hasUnreadBody()) return
    const { contentLength = Number.POSITIVE_INFINITY } = this.#exchange as Decided
    const left = contentLength - (this.#body?.received ?? 0)
    if (this.#awaitsContinue || left > MOST_DRAINED) this.wire.closeAfter(this.response)
  }

  #hasUnreadBody(): boolean {
    const { hasBody, contentLength } = this.#exchange as Decided
    return hasBody && contentLength !== 0 && !this.request.complete
  }

  timedOut(): void {
    if (this.wire.isUntaken(this.request, this.response)) {
      this.cause = CLIENT_CLOSED
      this.wire.cut(this.request)
    } else if (this.request.complete) return
    else if (this.#body === undefined || this.#body.isWanted) this.#tooSlow()
    // The backend does not take more. Its own time limit runs.
    else this.limitSilence(this.transport.pace.silenceMs)
  }

  /** The response is over, or the connection. */
  closed(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#gone?.abort()
    clearTimeout(this.#pausing)
    this.release()
    if (this.#discarded < 0) this.#call?.abort()
    if (this.#exchange) this.#finish()
  }

  #finish(): void {
    const { statusCode, headersSent } = this.response
    const isWhole = this.wire.isWhole(this.response)
    this.transport.inFlight--
    this.transport.networks.add(this.network, -1)
    if (this.#spliced) {
      const { brokenBy, ...bytes } = this.#spliced
      // No failure of the target: programs may end WebSockets by closing their connections.
      const times = { calledAt: this.#calledAt, headAt: this.#headAt }
      const cause = brokenBy && causeOfEnd[brokenBy]
      this.transport.pipeline.finish(this.#exchange as Decided, { status: 101, cause, ...bytes, ...times })
      return
    }
    this.transport.pipeline.finish(this.#exchange as Decided, {
      status: isWhole || (headersSent && this.cause !== undefined && this.cause !== CLIENT_CLOSED) ? statusCode : 499,
      cause: this.cause ?? (isWhole ? undefined : CLIENT_CLOSED),
      bytesIn: this.#body?.received ?? this.#exchange?.body?.length ?? 0,
      bytesOut: this.bytesOut,
      calledAt: this.#calledAt,
      headAt: this.#headAt,
    })
  }
}

type Transforming = typeof applyTransforms

const nothing = new Uint8Array()

/** The connection to the backend broke after the head of its response. */
const RESET = 'errors.backend.reset' satisfies CauseId
const TOO_SLOW = 'errors.request.timeout' satisfies CauseId
const CLIENT_CLOSED = 'errors.client.closed' satisfies CauseId

/** The causes of WebSockets that were broken, by who broke them. */
const causeOfEnd = { client: CLIENT_CLOSED, backend: RESET, silence: undefined } as const

/** A rest of a body up to this size is read, so that the connection can be used again. */
const MOST_DRAINED = 65_536
