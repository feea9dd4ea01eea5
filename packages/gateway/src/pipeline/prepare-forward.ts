import { canonicalPath, isCanonical } from '@signalbox/core/gateway'
import { hostOf, overrideHost } from '../plugins/override-host.ts'
import type { Refused } from '../plugins/plugin.ts'
import { chooseTarget } from './choose-target.ts'
import type { ExchangeState } from './exchange-state.ts'

/** Completes a request for the backend: target and path. Returns the refusal if it cannot be sent. */
export function prepareForward(state: ExchangeState): Refused | undefined {
  const { backend, route, path, query } = state
  if (!route) return { refuse: 'errors.gateway.failure' }
  const target = chooseTarget(backend)
  if (!target) return { refuse: 'errors.backend.unavailable' }
  const forwarded = state.forwardPath
  if (forwarded !== path && !isFit(forwarded, state.plan?.allowed ?? 0))
    return { refuse: 'errors.route.misconfigured', message: 'The path for the backend is invalid' }
  state.target = target
  if (state.remembered(overrideHost)) state.out.set('Host', hostOf(target))
  state.forwardTarget = forwarded + query
  return undefined
}

/** Whether a path can be forwarded: it is canonical, or needs only what the route allows. */
function isFit(path: string, allowed: number): boolean {
  if (isCanonical(path)) return true
  const read = canonicalPath(path)
  return !('cause' in read) && (read.path === path || read.kept === path) && (read.needs & ~allowed) === 0
}
