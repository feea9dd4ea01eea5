import type { CompiledBackend } from '@signalbox/core/gateway'
import type { Exchange, ResponseHead } from '../../pipeline/exchange.ts'
import type { TargetState } from '../target-state.ts'

/** Chooses among the usable targets of one backend. Keeps what it needs between requests, such as the turn. */
export interface Balancer {
  /** Chooses one of `usable`, which is not empty. `now` is of `performance.now`. */
  choose(usable: readonly TargetState[], exchange: Exchange, now: number): TargetState
  /** Called with the head of the response for the client, for instance to set a cookie. */
  response?(exchange: Exchange, head: ResponseHead, target: TargetState): void
}

/** What balancers need beside their settings. */
export interface BalancerPorts {
  /** A random number from 0 up to 1. */
  readonly random: () => number
  /** The key that signs cookies. */
  readonly secret: Uint8Array
}

/** Creates the balancer of a backend, with the settings of `load_balancing`, complete. */
export type CreateBalancer = (
  settings: NonNullable<CompiledBackend['load_balancing']> & Readonly<Record<string, unknown>>,
  ports: BalancerPorts,
) => Balancer
