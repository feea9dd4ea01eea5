import type { CompiledBackend } from '@signalbox/core/gateway'
import { type ClientSettings, clientSettingsOf } from '../backend/client-settings.ts'
import type { Exchange } from '../plugin-api/exchange.ts'
import type { Balancer } from './balancers/balancer.ts'
import { outlierOf } from './health/ejection.ts'
import { healthCheckOf } from './health/health.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'
import type { Standing } from './server-state.ts'
import type { TargetState } from './target-state.ts'
import { type Unusable, type Usable, usableOf } from './usable.ts'

/** A backend as this gateway has come to know it: its targets, and whose turn it is. */
export interface BackendState {
  readonly backend: CompiledBackend
  readonly client: ClientSettings
  readonly targets: readonly TargetState[]
  readonly balancer: Balancer
  readonly budget: RetryBudget
  /** A random number from 0 up to 1. */
  readonly random: () => number
  /** Attempts after the first one. */
  retries: number
  /** Requests whose target was chosen although health checks or ejections speak against it or others. */
  readonly panics: number
  /**
   * Chooses a target; those in `avoided` only if there is no other, not even a backup. Returns the cause if none is usable. `now` is of
   * `performance.now`.
   */
  choose(exchange: Exchange, now: number, avoided?: ReadonlySet<TargetState>): TargetState | Unusable
  /** The targets that are chosen from. Has no effect. */
  usable(now: number): Usable
  /** Whether a target is usable that is not among `tried`. */
  hasFresh(tried: ReadonlySet<TargetState>, now: number): boolean
  /** Ends the connection to the states of its servers. */
  close(): void
}

/** What backends need beside their targets. */
export interface BackendStatePorts {
  readonly balancer: Balancer
  /** A random number from 0 up to 1. */
  readonly random: () => number
  /** Called when the state of a target changes. */
  readonly onChange?: (target: TargetState, from: Standing) => void
}

/** Creates the state of a backend over its targets. */
export function createBackendState(
  backend: CompiledBackend,
  targets: readonly TargetState[],
  { balancer, random, onChange }: BackendStatePorts,
): BackendState {
  const client = clientSettingsOf(backend)
  const { maxEjected = 0 } = outlierOf(backend) ?? {}
  const blockOnRed = healthCheckOf(backend)?.blockOnRed === true
  /** Valid until the state of a target changes, and up to its `until`. */
  let last: Usable | undefined
  let panics = 0

  function usable(now: number): Usable {
    if (last === undefined || now >= last.until) last = usableOf(targets, now, { blockOnRed, maxEjected })
    return last
  }

  const hasOthers = targets.filter(({ rests }) => rests === undefined).length > 1
  const watched = targets.map((target) =>
    target.server.watch({
      hasOthers,
      maySpare(now) {
        const ejected = targets.filter(({ server }) => server !== target.server && server.isEjected(now)).length
        return ejected + 1 <= maxEjected * targets.length
      },
      changed(from) {
        last = undefined
        if (from !== undefined && target.rests === undefined) onChange?.(target, from)
      },
    }),
  )

  return {
    backend,
    client,
    targets,
    balancer,
    budget: createRetryBudget(client.retryBudget),
    random,
    retries: 0,
    get panics() {
      return panics
    },
    choose(exchange, now, avoided) {
      const { targets: all, backups, unusable, isPanicking } = usable(now)
      if (isPanicking) panics++
      const from = avoided ? freshOf(avoided, all, backups) : all
      return from.length <= 1 ? (from[0] ?? unusable) : balancer.choose(from, exchange, now)
    },
    usable,
    hasFresh(tried, now) {
      const { targets: all, backups } = usable(now)
      const isFresh = (one: TargetState): boolean => !tried.has(one)
      return all.some(isFresh) || backups.some(isFresh)
    },
    close: () => watched.forEach((end) => void end()),
  }
}

/** The targets for an attempt after others: untried targets, then backups, then tried targets. */
function freshOf(
  avoided: ReadonlySet<TargetState>,
  all: readonly TargetState[],
  backups: readonly TargetState[],
): readonly TargetState[] {
  const isFresh = (one: TargetState): boolean => !avoided.has(one)
  const fresh = all.filter(isFresh)
  if (fresh.length > 0) return fresh
  const spare = backups.filter(isFresh)
  return spare.length > 0 ? spare : all
}
