import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { applyTransforms, flushTransforms } from '../../backend/transforms.ts'
import type { BodyTransform } from '../../plugin-api/hooks.ts'

/** Called when a client sends its body too slowly. */
export type TooSlow = () => void

/** How slowly a request body may arrive. */
export interface BodyPace {
  /** The longest time without a byte, in milliseconds. */
  readonly silenceMs: number
  /** The least bytes a second, averaged over `silenceMs`, of bodies beyond 64 KiB. */
  readonly leastRate: number
}

/** The bytes of a request body that can be sent again. */
export interface KeptBody {
  readonly chunks: Uint8Array[]
  /** The most bytes that are kept. */
  readonly limit: number
  length: number
}

/** Up to this size only silence counts. */
const PACED_FROM = 65_536

/**
 * The body of a request on its way to a backend. Between the request and undici, because undici destroys the bodies of
 * failed calls, and the request has to outlive its body for the response.
 */
export class RequestBody extends Readable {
  readonly #request: IncomingMessage
  readonly #transforms: readonly BodyTransform[] | undefined
  readonly #pace: BodyPace
  readonly #tooSlow: TooSlow
  readonly #kept: KeptBody | undefined
  /** Bytes that the client sent. */
  received = 0
  /** Whether the backend waits for bytes. */
  isWanted = false
  /** Whether the client has sent the whole body. */
  isWhole = false
  /** When bytes were last taken by the backend, as of `performance.now()`. */
  movedAt = 0
  #isAttached = false
  #windowStart = 0
  #windowBytes = 0

  constructor(
    request: IncomingMessage,
    {
      transforms,
      pace,
      tooSlow,
      kept,
    }: {
      transforms: readonly BodyTransform[] | undefined
      pace: BodyPace
      tooSlow: TooSlow
      /** What earlier attempts read. Absent: the body is not sent again. */
      kept?: KeptBody | undefined
    },
  ) {
    super()
    this.#request = request
    this.#transforms = transforms
    this.#pace = pace
    this.#tooSlow = tooSlow
    this.#kept = kept
    this.received = kept?.length ?? 0
    this.isWhole = request.readableEnded
    // The error of a failed call is known to the call.
    this.on('error', ignore)
  }

  /** Whether nothing was read for the backend, or everything that was read is kept. */
  get isReplayable(): boolean {
    if (!this.#isAttached) return true
    return this.#kept !== undefined && this.#kept.length <= this.#kept.limit
  }

  override _read(): void {
    this.movedAt = performance.now()
    // Time that the backend needed does not count.
    if (!this.isWanted) this.#startWindow(this.movedAt)
    this.isWanted = true
    if (!this.#isAttached) this.#attach()
    this.#request.resume()
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#request.off('data', this.#take).off('end', this.#end)
    // What is left waits for the next attempt, or is read and dropped.
    if (this.isReplayable) this.#request.pause()
    else this.#request.resume()
    callback(error)
  }

  #attach(): void {
    this.#isAttached = true
    for (const chunk of this.#kept?.chunks ?? []) this.#pass(chunk)
    if (this.isWhole) {
      this.#end()
      return
    }
    this.#request.on('data', this.#take).on('end', this.#end)
  }

  readonly #take = (chunk: Uint8Array): void => {
    this.received += chunk.length
    this.#windowBytes += chunk.length
    this.#keep(chunk)
    if (this.received > PACED_FROM && this.#isTooSlow()) {
      this.#tooSlow()
      return
    }
    this.#pass(chunk)
  }

  #keep(chunk: Uint8Array): void {
    const kept = this.#kept
    if (!kept) return
    kept.length += chunk.length
    if (kept.length <= kept.limit) kept.chunks.push(chunk)
    else kept.chunks.length = 0
  }

  #pass(chunk: Uint8Array): void {
    try {
      const passed = this.#transforms ? applyTransforms(this.#transforms, chunk) : chunk
      if (passed !== undefined && passed.length > 0 && !this.push(passed)) {
        this.isWanted = false
        this.#request.pause()
      }
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  readonly #end = (): void => {
    this.isWhole = true
    this.movedAt = performance.now()
    try {
      const rest = this.#transforms && flushTransforms(this.#transforms)
      if (rest !== undefined && rest.length > 0) this.push(rest)
      this.push(null)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  #isTooSlow(): boolean {
    const { silenceMs, leastRate } = this.#pace
    const now = performance.now()
    const elapsed = now - this.#windowStart
    if (elapsed < silenceMs) return false
    const isSlow = this.#windowBytes < (leastRate * elapsed) / 1000
    this.#startWindow(now)
    return isSlow
  }

  #startWindow(now: number): void {
    this.#windowStart = now
    this.#windowBytes = 0
  }
}

const ignore = (): void => {}
