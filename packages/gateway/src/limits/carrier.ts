import type { LimitPolicy } from './limiter.ts'

/**
 * What a process tells about its units of one key, and how many more it asks for. All numbers are of this process and key.
 * Later, repeated and lost messages are harmless: what counts is the ask with the highest `seq`.
 */
export interface LeaseAsk {
  readonly key: string
  /** The process: unique for each start. */
  readonly holder: string
  /** Grows with each ask of the process. */
  readonly seq: number
  /** The lease: its `spent` began at 0. A process that forgot a lease begins another, with a higher number. */
  readonly lease: number
  readonly policy: Pick<LimitPolicy, 'kind' | 'rate' | 'windowMs' | 'burst'>
  /** Milliseconds from the ask for which units may be spent. */
  readonly validMs: number
  /** Units that were granted and are not spent. All others that were ever granted are spent or void. */
  readonly held: number
  /** Requests that were admitted so far. */
  readonly spent: number
  /** `spent` of the last ask that was answered. */
  readonly since: number
  /** Requests that wait for units. */
  readonly needed: number
  /** Units to have in stock; fewer are granted near the limit. */
  readonly ahead: number
  /** Requests that are known to be used, of days and months. */
  readonly floor: number
}

/** What a carrier grants. */
export interface LeaseAnswer {
  readonly granted: number
  /** Units that nobody holds. */
  readonly left: number
  /** Milliseconds until a unit may be free; for days and months unknown. */
  readonly waitMs: number
  /** Milliseconds until all units are free; for days and months unknown. */
  readonly resetMs: number
  /** How many processes asked for units of any key lately. */
  readonly holders: number
}

/** Keeps the units of limits that processes share. */
export interface LimitCarrier {
  /** Grants units of a key. With `held`, `needed` and `ahead` of 0, gives all units back. Rejects if it cannot tell. */
  ask(ask: LeaseAsk): Promise<LeaseAnswer>
  /** Stops. */
  close?(): Promise<void>
}
