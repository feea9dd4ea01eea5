import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CauseId } from '@signalbox/core/gateway'
import type { CodedAnswer } from '../../exchange/decided.ts'
import type { HeaderList } from '../../headers/header-list.ts'
import type { BodyCoding } from '../../plugin-api/hooks.ts'
import type { Waiting } from '../outgoing/deadlines.ts'
import type { Transport } from '../outgoing/transport.ts'
import { Backlog, MOST_AT_ONCE } from './backlog.ts'
import { createEncoder, type Encoder } from './encoder.ts'
import type { Wire } from './wire.ts'
import { wireOf } from './wire-of.ts'

/** How the owner of a response is found in the shared listeners. */
const ownerOf = Symbol('owner')
type Owned = ServerResponse & { [ownerOf]?: ClientResponse }

/** Bodies up to this many bytes leave with their head as one text: that costs less than two pieces, and copies little. */
const MOST_JOINED = 4096

/**
 * Writes the response to one client: the head, bytes as the client takes them, and the end. The base of what carries a
 * request, because another object for every request would cost more than it explains.
 */
export abstract class ClientResponse implements Waiting {
  startedAt = 0
  earlier: Waiting | undefined
  later: Waiting | undefined
  protected readonly transport: Transport
  protected readonly request: IncomingMessage
  protected readonly response: ServerResponse
  protected readonly wire: Wire
  /** Why the exchange failed. */
  protected cause: CauseId | undefined
  protected bytesOut = 0
  /** The network of the peer. */
  abstract readonly network: string
  /** Whether no more is read for the client before it takes bytes. */
  protected isPaused = false
  /** Whether the client has to take bytes before it gets more. */
  #isBlocked = false
  /** What is kept for it meanwhile. */
  #backlog: Backlog | undefined
  /** Whether the response ends with what is kept. */
  #isEnding = false
  /** Since when bytes wait for the client, and what its connection had sent then. */
  #waitsSince = 0
  #sentBefore = 0
  protected encoder: Encoder | undefined
  /** Whether the head waits for what comes in the same turn: mostly all of a small response does. */
  #isHeld = false
  /** The bytes that wait with it. */
  #held: Uint8Array | undefined

  constructor(transport: Transport, request: IncomingMessage, response: ServerResponse) {
    this.transport = transport
    this.request = request
    this.response = response
    this.wire = wireOf(request)
  }

  /** Stops reading the response of the backend for a while. */
  protected abstract pauseBackend(): void
  protected abstract resumeBackend(): void
  /** Ends the call of the backend, because the response cannot be passed on. */
  protected abstract abandon(): void
  /** The bytes cannot be encoded. */
  protected abstract encodingFailed(error: unknown): void
  /** Whether the client still sends a body that is waited for. */
  protected abstract awaitsBody(): boolean
  /** The response is sent before the whole body was read. */
  protected abstract leaveBody(): void
  /** Milliseconds of silence of the client that are allowed while it takes all it gets; 0: any. */
  protected abstract silenceMs(): number
  /** The connection has been silent for too long. */
  abstract timedOut(): void
  /** The response is over, or the connection. */
  abstract closed(): void

  /** Begins to listen to the response. */
  protected listen(): void {
    const response = this.response as Owned
    response[ownerOf] = this
    response.on('close', onClose)
    this.wire.onGone(this.request, response, this)
  }

  /** Sends the head of a response whose body follows. Returns whether it worked. */
  protected begin(status: number, headers: HeaderList, coding: BodyCoding | undefined): boolean {
    if (!this.writeHead(status, headers)) return false
    if (coding) this.#encode(coding, () => this.resumeBackend())
    // The head leaves with the bytes that came with it, but does not wait for more.
    this.#isHeld = true
    process.nextTick(letGo, this)
    return true
  }

  /** Sends what was held. */
  letGo(): void {
    if (!this.#isHeld) return
    const held = this.#held
    this.#isHeld = false
    this.#held = undefined
    if (this.response.destroyed) return
    if (held) this.#send(held)
    else this.wire.flushHead(this.response)
  }

  /** Returns whether it worked: Node rejects what no header can carry. */
  protected writeHead(status: number, headers: HeaderList): boolean {
    const { response, wire, transport } = this
    if (wire.isLast(response)) transport.condemned.add(wire.socket(this.request))
    try {
      wire.writeHead(response, status, headers)
      return true
    } catch (error) {
      transport.pipeline.report(error)
      this.abandon()
      this.cause = 'errors.gateway.failure'
      wire.writeHead(response, 500, ['Content-Length', '0', 'Connection', 'close'])
      response.end()
      return false
    }
  }

  /** Passes on bytes of the body. */
  protected pass(bytes: Uint8Array): void {
    if (!this.encoder) this.#write(bytes)
    else if (!this.encoder.write(bytes)) this.pauseBackend()
  }

  /** Encodes what is passed on from now on. */
  #encode(coding: BodyCoding, drained: () => void): void {
    this.encoder = createEncoder(coding, {
      data: (bytes) => this.#write(bytes),
      drained,
      end: () => this.#end(),
      failed: (error) => this.encodingFailed(error),
    })
  }

  #write(bytes: Uint8Array): void {
    this.bytesOut += bytes.length
    if (this.#isHeld && !this.#held && bytes.length <= MOST_JOINED) {
      this.#held = bytes
      return
    }
    this.letGo()
    this.#send(bytes)
  }

  #send(bytes: Uint8Array): void {
    if (this.#isBlocked) this.#keep(bytes)
    else if (!this.response.write(bytes)) {
      this.#block()
      if (!this.transport.buffers.mayKeep(this.network)) this.#pause()
    }
  }

  /** Keeps bytes until the client takes those before them, so that the backend is done with the response earlier. */
  #keep(bytes: Uint8Array): void {
    this.#backlog ??= new Backlog(this.transport.buffers, this.network)
    this.#backlog.push(bytes)
    if (this.#backlog.isFull) this.#pause()
  }

  #pause(): void {
    if (this.isPaused) return
    this.isPaused = true
    if (this.encoder) this.encoder.pause()
    else this.pauseBackend()
  }

  #block(): void {
    this.#isBlocked = true
    this.#watchClient()
    this.response.once('drain', onDrain)
  }

  drained(): void {
    this.#isBlocked = false
    const { response, transport } = this
    transport.untaken.remove(this)
    const backlog = this.#backlog
    for (let next = backlog?.shift(); next; next = backlog?.shift())
      if (!response.write(next)) {
        this.#block()
        break
      }
    if (!this.#isBlocked) this.wire.limitSilence(this.request, this.silenceMs())
    if (this.#isEnding) {
      if (!backlog?.length) this.#endWith(undefined)
    } else if (this.isPaused && !backlog?.isFull) {
      this.isPaused = false
      if (this.encoder) this.encoder.resume()
      else this.resumeBackend()
    }
  }

  /** Begins to watch how fast the client takes what waits for it. */
  #watchClient(): void {
    this.limitSilence(this.transport.stalledMs)
    this.#waits()
    this.#waitsSince = this.startedAt
    this.#sentBefore = this.wire.sent(this.request)
  }

  #waits(): void {
    this.startedAt = performance.now()
    this.transport.untaken.add(this)
  }

  protected limitSilence(ms: number): void {
    this.wire.limitSilence(this.request, ms)
    if (this.response.listenerCount('timeout') === 0) this.response.on('timeout', onTimeout)
  }

  /** Ends the body. */
  protected finishBody(): void {
    if (this.encoder) this.encoder.end()
    else this.#end()
  }

  /** Ends the response, with its last bytes; a text is Latin-1. What is large leaves in pieces. */
  #end(last: string | Uint8Array | undefined = this.#rest()): void {
    if (last !== undefined && last.length > MOST_AT_ONCE) {
      this.#backlog ??= new Backlog(this.transport.buffers, this.network)
      this.#backlog.push(typeof last === 'string' ? Buffer.from(last, 'latin1') : last, false)
      this.#isEnding = true
      this.drained()
    } else if (this.#backlog?.length) this.#isEnding = true
    else this.#endWith(last)
  }

  #endWith(last: string | Uint8Array | undefined): void {
    const { response } = this
    this.#isEnding = false
    if (this.awaitsBody()) this.wire.endBeforeBody(this.request, response, last)
    else if (last === undefined) response.end()
    else response.end(last, 'latin1')
    // Most clients take the last bytes at once: only of the others the progress is watched.
    this.transport.untaken.remove(this)
    this.#waits()
    this.#waitsSince = this.startedAt
    this.#sentBefore = this.wire.sent(this.request)
  }

  /** What is still held, in the form in which it leaves in one piece with the head. */
  #rest(): string | Uint8Array | undefined {
    const held = this.#held
    this.#isHeld = false
    this.#held = undefined
    return held && this.wire.toLast(held)
  }

  /** Bytes have waited for a while: a client that takes too few of them is cut off. */
  look(): void {
    const { wire, request, response, transport } = this
    const now = performance.now()
    if (!wire.isUntaken(request, response)) {
      this.#waitsSince = now
    } else {
      const unsure = wire.unsure(request, response)
      const sent = wire.sent(request)
      const least = (transport.responseLeastRate * (now - this.#waitsSince)) / 1000
      if (sent - this.#sentBefore + unsure < least) {
        this.timedOut()
        return
      }
      if (unsure === 0) {
        this.#waitsSince = now
        this.#sentBefore = sent
      }
      this.limitSilence(transport.stalledMs)
    }
    this.#waits()
  }

  /** Sends a response of the gateway itself. */
  protected sendAnswer({ status, headers, body, coding }: CodedAnswer): void {
    const isHead = this.request.method === 'HEAD'
    // The length of what GET would get is not known.
    const isBodiless = status === 204 || status === 304 || (isHead && body === undefined)
    const length = typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0)
    const isUnknown = isBodiless || coding !== undefined
    const head = isUnknown ? [...headers] : [...headers, 'Content-Length', String(length)]
    this.leaveBody()
    if (!this.writeHead(status, head)) return
    if (coding && body !== undefined) {
      this.#encode(coding, ignore)
      this.encoder?.write(typeof body === 'string' ? Buffer.from(body) : body)
      this.encoder?.end()
      return
    }
    if (body === undefined || length === 0 || isBodiless || isHead) {
      this.#end()
      return
    }
    this.bytesOut = length
    // A text in ASCII leaves with the head in one piece. Heads are Latin-1, so other texts leave as bytes.
    this.#end(typeof body === 'string' && length > body.length ? Buffer.from(body) : body)
  }

  /** Nothing is written any more. */
  protected release(): void {
    this.transport.untaken.remove(this)
    this.encoder?.destroy()
    this.bytesOut -= this.#backlog?.length ?? 0
    this.#backlog?.drop()
  }
}

const ignore = (): void => {}

const letGo = (response: ClientResponse): void => response.letGo()

function onClose(this: Owned): void {
  this[ownerOf]?.closed()
}

function onDrain(this: Owned): void {
  this[ownerOf]?.drained()
}

function onTimeout(this: Owned): void {
  this[ownerOf]?.timedOut()
}
