import type { CompiledBackend } from '@signalbox/core/gateway'
import type { Target } from '../../backend/target.ts'
import type { Exchange, ResponseHead } from '../../plugin-api/exchange.ts'

/** A target, as balancers see it. */
export interface Choice {
  readonly target: Target
  /** Its id, else `host:port`. Unique among the targets of a backend. */
  readonly name: string
  /** Attempts in progress. */
  readonly inFlight: number
  /** Milliseconds that a response is expected to take; `undefined` before the first one. */
  responseTime(now: number): number | undefined
}

/** Chooses among the usable targets of one backend. Keeps what it needs between requests, such as the turn. */
export interface Balancer {
  /**
   * Chooses one of `usable`, which is not empty. The same array stands for the same targets, so what is computed from it
   * can be kept. `now` is of `performance.now`.
   */
  choose<T extends Choice>(usable: readonly T[], exchange: Exchange, now: number): T
  /** Called with the head of the response for the client, for instance to set a cookie. */
  response?(exchange: Exchange, head: ResponseHead, target: Choice): void
  /** Whether the response times of targets have to be measured. */
  readonly needsTimes?: boolean
}

/** What balancers need beside their settings. */
export interface BalancerPorts {
  /** A random number from 0 up to 1. */
  readonly random: () => number
  /** The key that signs cookies. */
  readonly secret: Uint8Array
}

/** The settings of `load_balancing`, complete. */
export type BalancerSettings = NonNullable<CompiledBackend['load_balancing']> & Readonly<Record<string, unknown>>

/** Creates the balancer of a backend. */
export type CreateBalancer = (settings: BalancerSettings, ports: BalancerPorts) => Balancer

/** The share of requests that a target gets, relative to the others. */
export const weightOf = ({ target: { weight = 1 } }: Choice): number => weight
