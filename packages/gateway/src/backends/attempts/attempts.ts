import { type Failure, isOfBackend, isOfConnection, timeouts } from '../../backend/failures.ts'
import type { Exchange, ResponseHead } from '../../plugin-api/exchange.ts'
import type { BackendState } from '../backend-state.ts'
import type { TargetState } from '../target-state.ts'
import type { Unusable } from '../usable.ts'
import { mayRepeat } from './retry-policy.ts'

/** What a transport knows about an attempt that did not succeed. */
export interface Unsuccessful {
  /** Whether bytes of the request may have left. */
  readonly wasSent: boolean
  /** Whether the body can be sent again. */
  readonly isReplayable: boolean
}

/** What a transport knows about an attempt whose target makes no connection. */
export interface Stalled {
  /** Whether the attempt has waited long itself, not only others before it. */
  readonly hasWaited: boolean
  /** Whether the body can be sent again. */
  readonly isReplayable: boolean
}

/** How often a request moves to another target because it was not sent to one, beside its retries. */
const MOST_MOVES = 5

/**
 * The attempts to have one request answered by a backend. A class, because one is made for every forwarded request. Times
 * are milliseconds of `performance.now`.
 */
export class Attempts {
  /** How many attempts have begun. */
  made = 0
  /** The target of the last attempt. */
  target: TargetState | undefined
  readonly backend: BackendState
  /** When the first attempt began. */
  #firstAt = 0
  #startedAt = 0
  /** How long the attempt waited before its target was called. */
  #waitedMs = 0
  #isOver = true
  #tried: Set<TargetState> | undefined
  /** How many attempts followed others that sent nothing. They are not counted as retries. */
  #moves = 0

  constructor(backend: BackendState) {
    this.backend = backend
  }

  /** When the head of a response is due at the latest, over all attempts. Infinity: no limit. */
  get dueAt(): number {
    const { globalTimeout } = this.backend.client
    return globalTimeout ? this.#firstAt + globalTimeout : Number.POSITIVE_INFINITY
  }

  /** Begins an attempt. Returns the cause if there is no target for it. */
  begin(exchange: Exchange, now: number): Unusable | undefined {
    const chosen = this.backend.choose(exchange, now, this.#tried)
    if (typeof chosen === 'string') return chosen
    if (this.made === 0) {
      this.#firstAt = now
      this.backend.budget.requested(now)
    } else this.backend.retries++
    this.made++
    this.target = chosen
    this.#isOver = false
    this.#startedAt = now
    this.#waitedMs = 0
    chosen.began(now)
    return undefined
  }

  /** The attempt waited so long for its turn. Its target was called only then. */
  waited(ms: number): void {
    this.#waitedMs = ms
  }

  /**
   * The head of a response has come. Returns the milliseconds until the next attempt, if the status asks for one; then
   * this one is over.
   */
  responded(exchange: Exchange, status: number, isReplayable: boolean, now: number): number | undefined {
    this.target?.responded(status, this.#startedAt, now, this.#waitedMs)
    const { retryStatuses } = this.backend.client
    if (retryStatuses.length === 0 || !retryStatuses.includes(status)) return undefined
    const pause = this.#pause(exchange, { wasSent: true, isReplayable }, now)
    if (pause !== undefined) this.ended(now)
    return pause
  }

  /** The head for the client: the balancer may add to it. */
  head(exchange: Exchange, head: ResponseHead): void {
    if (this.target) this.backend.balancer.response?.(exchange, head, this.target)
  }

  /** The attempt failed. Returns the milliseconds until the next one; `undefined`: it was the last. */
  failed(exchange: Exchange, failure: Failure, how: Unsuccessful, now: number): number | undefined {
    if (this.#isOver) return undefined
    if (this.moves(failure, how, now)) return 0
    return isOfBackend(failure) ? this.#pause(exchange, how, now) : undefined
  }

  /**
   * The attempt failed. Returns whether the request moves to another target at once, since nothing of it was sent. It
   * is not repeated otherwise.
   */
  moves(failure: Failure, { wasSent, isReplayable }: Unsuccessful, now: number): boolean {
    const { target } = this
    const isUnconnected = !wasSent && isOfConnection(failure)
    target?.failed(failure, this.#startedAt, now)
    if (isUnconnected) target?.refused(failure, this.#startedAt, now)
    this.ended(now)
    if (!isUnconnected || !isReplayable || !this.#mayMove(now)) return false
    this.#moves++
    return true
  }

  /** The attempt has got the connection for which it waited. */
  connected(now: number): void {
    if (!this.#isOver) this.target?.connected(this.#startedAt, now)
  }

  /**
   * The attempt waits for a connection, and its target has made none for long. Returns whether the request moves to
   * another target at once: then this attempt is over. It is no failure of the target, which has more time to connect.
   */
  stalled({ hasWaited, isReplayable }: Stalled, now: number): boolean {
    const { target } = this
    // The probe waits for its own connection, not for connections that others have waited for.
    if (this.#isOver || !target || (!hasWaited && target.isProbe(this.#startedAt))) return false
    target.refused(timeouts.connect, this.#startedAt, now)
    if (!isReplayable || !this.#mayMove(now)) return false
    this.ended(now)
    this.#moves++
    return true
  }

  /** The connection broke after the head: there is no other attempt. */
  broke(failure: Failure, now: number): void {
    if (!this.#isOver) this.target?.failed(failure, this.#startedAt, now)
    this.ended(now)
  }

  /** The attempt is over. Has no effect if it was over before. */
  ended(now: number): void {
    if (this.#isOver) return
    this.#isOver = true
    this.target?.ended(this.#startedAt, now)
  }

  /** Whether the request may go on to a target that it has not tried. */
  #mayMove(now: number): boolean {
    if (!this.target || this.#moves >= MOST_MOVES || now >= this.dueAt) return false
    this.#tried = (this.#tried ?? new Set()).add(this.target)
    return this.backend.hasFresh(this.#tried, now)
  }

  /** How long to wait before another attempt, if there may be one: exponential backoff with full jitter. */
  #pause({ method, headers }: Exchange, how: Unsuccessful, now: number): number | undefined {
    const { backend } = this
    const made = this.made - this.#moves
    const { retries: most, retryInitialDelay, backoffFactor } = backend.client
    if (made >= most) return undefined
    if (!mayRepeat({ method, made, most, ...how, hasIdempotencyKey: headers.has('idempotency-key') })) return undefined
    const pause = backend.random() * retryInitialDelay * backoffFactor ** (made - 1)
    if (now + pause >= this.dueAt || !backend.budget.takes(now)) return undefined
    if (this.target) this.#tried = (this.#tried ?? new Set()).add(this.target)
    return pause
  }
}
