import type { CompiledBackend } from '@signalbox/core/gateway'
import type { ClientSettings } from '../backend/client-settings.ts'
import { clientSettingsOf } from '../backend/client-settings.ts'
import type { Exchange } from '../pipeline/exchange.ts'
import type { RetryBudget } from './attempts/retry-budget.ts'
import { createRetryBudget } from './attempts/retry-budget.ts'
import type { Balancer, BalancerPorts } from './balancers/balancer.ts'
import { createBalancer } from './balancers/index.ts'
import type { TargetState } from './target-state.ts'

/** A backend as this gateway has come to know it: its targets, and whose turn it is. */
export interface BackendState {
  readonly backend: CompiledBackend
  readonly client: ClientSettings
  readonly targets: readonly TargetState[]
  readonly balancer: Balancer
  readonly budget: RetryBudget
  /** A random number from 0 up to 1. */
  readonly random: () => number
  /**
   * Chooses a target; those in `avoided` only if there is no other. Returns the cause if none is usable. `now` is of
   * `performance.now`.
   */
  choose(exchange: Exchange, now: number, avoided?: ReadonlySet<TargetState>): TargetState | Unusable
}

/** Why a backend has no target for a request. */
export type Unusable = 'errors.backend.unavailable' | 'errors.backend.circuit.open'

/** Creates the state of a backend over the states of its targets. */
export function createBackendState(
  backend: CompiledBackend,
  targets: readonly TargetState[],
  ports: BalancerPorts,
): BackendState {
  const { load_balancing: settings = {} } = backend
  const client = clientSettingsOf(backend)
  const balancer = createBalancer(settings, ports)
  return {
    backend,
    client,
    targets,
    balancer,
    budget: createRetryBudget(client.retryBudget),
    random: ports.random,
    choose(exchange, now, avoided) {
      const usable = targets.filter((one) => one.isUsable(now))
      const first = usable.filter(({ target }) => !target.backup)
      const all = first.length > 0 ? first : usable
      if (all.length === 0) return 'errors.backend.unavailable'
      const fresh = avoided ? all.filter((one) => !avoided.has(one)) : all
      return balancer.choose(fresh.length > 0 ? fresh : all, exchange, now)
    },
  }
}
