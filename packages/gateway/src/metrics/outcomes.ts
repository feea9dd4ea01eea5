import type { ApiOutcomes, CompiledBackend } from '@signalbox/core/gateway'
import type { Target } from '../backend/target.ts'
import { nameOf } from '../backends/target-origin.ts'

/** What is known of a request that has ended: its id, and the backend that was called. */
export interface EndedRequest {
  readonly id: string
  readonly target: Target | undefined
  readonly backend: Pick<CompiledBackend, 'ref' | 'stored'>
  /** Absent: no backend was called. */
  readonly attempts: object | undefined
}

/** How the last requests ended. */
export type LastOutcomes = Omit<ApiOutcomes, 'api' | 'hour' | 'routes'>

/** How many requests are remembered one by one. */
const LAST = 20
const MINUTES = 60
const MINUTE_MS = 60_000
/** An API fails if at least this many of them failed, and at least half. */
const LEAST = 3
/** So many successes in a row end that. */
const RECOVERED = 0b11111

/**
 * How the last requests to an API or a route ended, and of an API how many there were in each minute of the last hour.
 * Adding a request allocates nothing after the first one: about 1.2 KiB an API and 0.5 KiB a counted route.
 */
export class Outcomes {
  /** One bit a request, 1 if it failed; the newest is the lowest. */
  #bits = 0
  #count = 0
  #times: Float64Array | undefined
  /** Requests of each minute, then how many of them failed. */
  #minutes: Uint32Array | undefined
  /** The newest minute, since the epoch. */
  #minute = 0
  #place = 0
  #at = 0
  #failingSince = 0
  #failedAt = 0
  #id = ''
  #status = 0
  #cause: string | undefined
  #backend: string | undefined
  #isStored = false
  #target: Target | undefined
  readonly #countsMinutes: boolean

  constructor({ minutes = true } = {}) {
    this.#countsMinutes = minutes
  }

  /** Notes how a request ended. It failed with a status from 500. */
  add(ended: EndedRequest, status: number, cause: string | undefined, now: number): void {
    const hasFailed = status >= 500
    this.#times ??= new Float64Array(LAST)
    this.#times[this.#place] = now
    this.#place = (this.#place + 1) % LAST
    this.#bits = ((this.#bits << 1) | (hasFailed ? 1 : 0)) & ((1 << LAST) - 1)
    if (this.#count < LAST) this.#count++
    if (now > this.#at) this.#at = now
    if (this.#countsMinutes) this.#countMinute(hasFailed, now)
    if (hasFailed) {
      this.#failedAt = now
      this.#id = ended.id
      this.#status = status
      this.#cause = cause
      this.#backend = ended.attempts && ended.backend.ref
      this.#isStored = ended.attempts !== undefined && ended.backend.stored === true
      this.#target = ended.attempts && ended.target
    }
    if (!this.#isFailing()) this.#failingSince = 0
    else if (this.#failingSince === 0) this.#failingSince = this.#firstFailure(now)
  }

  #countMinute(hasFailed: boolean, now: number): void {
    this.#minutes ??= new Uint32Array(2 * MINUTES)
    this.#moveTo(Math.floor(now / MINUTE_MS))
    const place = this.#minute % MINUTES
    this.#minutes[place]!++
    if (hasFailed) this.#minutes[MINUTES + place]!++
  }

  /** Forgets minutes that are more than an hour before another one. A clock that was set back stays in the newest minute. */
  #moveTo(minute: number): void {
    if (minute <= this.#minute) return
    for (let one = Math.max(this.#minute + 1, minute - MINUTES + 1); one <= minute; one++) {
      this.#minutes![one % MINUTES] = 0
      this.#minutes![MINUTES + (one % MINUTES)] = 0
    }
    this.#minute = minute
  }

  #isFailing(): boolean {
    const failed = ones(this.#bits)
    if (this.#count >= 5 && (this.#bits & RECOVERED) === 0) return false
    return failed >= LEAST && failed * 2 >= this.#count
  }

  /** When the oldest of the remembered failures ended. */
  #firstFailure(now: number): number {
    for (let age = this.#count - 1; age > 0; age--)
      if ((this.#bits >> age) & 1) return this.#times![(this.#place - 1 - age + 2 * LAST) % LAST] as number
    return now
  }

  /** The report about them; `undefined` without a request in the last hour. */
  told(api: string, now: number, { minutes: withMinutes = false } = {}): ApiOutcomes | undefined {
    const last = this.last(now)
    return last && { api, ...last, ...(withMinutes && { hour: this.#hour(now) }) }
  }

  /** The report about the last requests alone; `undefined` without a request in the last hour. */
  last(now: number): LastOutcomes | undefined {
    if (this.#count === 0 || now - this.#at >= MINUTES * MINUTE_MS) return undefined
    const target = this.#target
    const failure = {
      ...{ at: this.#failedAt, request: this.#id, status: this.#status },
      ...(this.#cause !== undefined && { cause: this.#cause }),
      ...(this.#backend !== undefined && { backend: this.#backend, stored: this.#isStored }),
      ...(target && { target: nameOf(target) }),
    }
    return {
      ...{ at: this.#at, requests: this.#count, failed: ones(this.#bits) },
      ...(this.#failingSince !== 0 && { failingSince: this.#failingSince }),
      ...(this.#failedAt !== 0 && { failure }),
    }
  }

  #hour(now: number): NonNullable<ApiOutcomes['hour']> {
    this.#moveTo(Math.floor(now / MINUTE_MS))
    const of = (from: number) =>
      Array.from({ length: MINUTES }, (_, at) => this.#minutes![from + ((this.#minute + 1 + at) % MINUTES)] as number)
    return { to: (this.#minute + 1) * MINUTE_MS, requests: of(0), failed: of(MINUTES) }
  }
}

/** How many bits of a number of at most 24 bits are set. */
function ones(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
