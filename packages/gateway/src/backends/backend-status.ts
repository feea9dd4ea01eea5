import type { BackendStatus, TargetStatus } from '@signalbox/core/gateway'
import type { TargetState } from './target-state.ts'
import type { UsedBackend } from './uses.ts'

/** The state of a backend, once for each API that uses it. Empty if it has no targets. `now` is of `performance.now`. */
export function statusOf({ state, uses, since }: UsedBackend, now: number): BackendStatus[] {
  const { ref, stored = false } = state.backend
  if (ref === undefined || state.targets.length === 0) return []
  const { isPanicking } = state.usable(now)
  const targets = state.targets.map((target) => statusOfTarget(target, since, now))
  return [...uses].map(([api, { routes, drafts }]) => ({
    ...{ api, draft: drafts === routes, backend: ref, stored, isPanicking, targets },
  }))
}

function statusOfTarget(
  { target, name, server, rests, state, inFlight }: TargetState,
  since: number,
  now: number,
): TargetStatus {
  const { hostname, port = 80, weight = 1, backup = false } = target
  const { why } = server
  return {
    ...{ target: name, hostname, port, state },
    ...(!rests && why !== '' && { why }),
    ...{ since: rests ? since : server.since, inFlight, weight, backup, calls: server.calls(now) },
  }
}
