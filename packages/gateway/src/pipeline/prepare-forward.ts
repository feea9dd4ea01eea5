import { canonicalPath, isCanonical } from '@signalbox/core/gateway'
import type { Target } from '../backend/target.ts'
import { hostOf, overrideHost } from '../backend/target-host.ts'
import { Attempts } from '../backends/attempts/attempts.ts'
import type { Backends } from '../backends/backends.ts'
import type { TargetState } from '../backends/target-state.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import type { Refused } from '../plugin-api/refused.ts'

/** Completes a request for the backend: the path, and its attempts. Returns the refusal if it cannot be sent. */
export function prepareForward(state: ExchangeState, backends: Backends): Refused | undefined {
  const { backend, route, path, query } = state
  if (!route) return { refuse: 'errors.gateway.failure' }
  const forwarded = state.forwardPath
  if (forwarded !== path && !isFit(forwarded, state.plan?.allowed ?? 0))
    return { refuse: 'errors.route.misconfigured', message: 'The path for the backend is invalid' }
  state.forwardTarget = forwarded + query
  state.attempts = new Attempts(backends.of(backend))
  return undefined
}

/** Begins an attempt: chooses its target, and aims the request at it. Returns the refusal if there is none. */
export function beginAttempt(state: ExchangeState, now: number): Refused | undefined {
  const attempts = state.attempts as Attempts
  const refuse = attempts.begin(state, now)
  if (refuse === undefined) aim(state, (attempts.target as TargetState).target)
  else return { refuse, ...(refuse === 'errors.backend.circuit.open' && { headers: ['Retry-After', '1'] }) }
  return undefined
}

/** Aims a request at a target. */
export function aim(state: ExchangeState, target: Target): void {
  state.target = target
  if (state.remembered(overrideHost)) state.out.set('Host', hostOf(target))
}

/** Whether a path can be forwarded: it is canonical, or needs only what the route allows. */
export function isFit(path: string, allowed: number): boolean {
  if (isCanonical(path)) return true
  const read = canonicalPath(path)
  return !('cause' in read) && (read.path === path || read.kept === path) && (read.needs & ~allowed) === 0
}
