import type { BackendState } from '../backends/backend-state.ts'
import type { TargetState } from '../backends/target-state.ts'
import type { UsedBackend } from '../backends/uses.ts'
import { escaped, type Family } from './family.ts'

/** Further targets are left out, and so are further backends. */
const MOST_LINES = 5000

interface Metric<T> {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly value: (of: T) => number
}

const ofTargets: readonly Metric<TargetState>[] = [
  {
    name: 'signalbox_gateway_backend_up',
    type: 'gauge',
    help: 'Whether a target is usable',
    value: ({ state }) => Number(state === 'usable'),
  },
  {
    name: 'signalbox_gateway_breaker_open',
    type: 'gauge',
    help: 'Whether the circuit breaker of a target is open',
    value: ({ server }) => Number(server.standing === 'open'),
  },
  {
    name: 'signalbox_gateway_ejections_total',
    type: 'counter',
    help: 'How often a target was ejected',
    value: ({ server }) => server.ejections,
  },
]

const ofBackends: readonly Metric<BackendState>[] = [
  {
    name: 'signalbox_gateway_retries_total',
    type: 'counter',
    help: 'Attempts after the first one',
    value: ({ retries }) => retries,
  },
  {
    name: 'signalbox_gateway_backend_panic_total',
    type: 'counter',
    help: 'Requests for which health checks and ejections were ignored, since too few targets were left',
    value: ({ panics }) => panics,
  },
]

/** The metrics of the backends that routes use. */
export function backendMetrics(backends: Iterable<UsedBackend>, family: Family): readonly string[] {
  const named = new Map<string, BackendState>()
  for (const { name, state, uses } of backends)
    if (state.targets.length > 0) named.set(isDraft(uses) ? `testing_${name}` : name, state)
  const all = [...named].slice(0, MOST_LINES).map(([name, state]) => ({ labels: `backend="${escaped(name)}"`, state }))
  const targets = all
    .flatMap(({ labels, state }) =>
      state.targets.map((target) => ({ labels: `${labels},target="${escaped(target.name)}"`, target })),
    )
    .slice(0, MOST_LINES)
  return [
    ...ofTargets.flatMap(({ name, type, help, value }) =>
      family(
        name,
        type,
        help,
        targets.map(({ labels, target }) => `${name}{${labels}} ${value(target)}`),
      ),
    ),
    ...ofBackends.flatMap(({ name, type, help, value }) =>
      family(
        name,
        type,
        help,
        all.map(({ labels, state }) => `${name}{${labels}} ${value(state)}`),
      ),
    ),
  ]
}

/** Whether only drafts use a backend: that of the live API has the same name. */
const isDraft = (uses: UsedBackend['uses']): boolean =>
  [...uses.values()].every(({ routes, drafts }) => routes === drafts)
