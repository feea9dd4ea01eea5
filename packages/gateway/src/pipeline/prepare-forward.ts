import { canonicalPath, isCanonical, strippedPrefix } from '@signalbox/core/gateway'
import { removeHeader } from '../headers/header-list.ts'
import { hostOf, overrideHost } from '../plugins/override-host.ts'
import type { Refused } from '../plugins/plugin.ts'
import { toNode } from '../request/client-address.ts'
import type { RequestSettings } from '../request/settings.ts'
import { chooseTarget } from './choose-target.ts'
import type { ExchangeState } from './exchange-state.ts'

/** Completes a request for the backend: target, path and headers. Returns the refusal if it cannot be sent. */
export function prepareForward(state: ExchangeState, { name }: Pick<RequestSettings, 'name'>): Refused | undefined {
  const { backend, route, path, match, query } = state
  if (!route) return { refuse: 'errors.gateway.failure' }
  const target = chooseTarget(backend)
  if (!target) return { refuse: 'errors.backend.unavailable' }
  const forwarded = state.forwardPath
  if (forwarded !== path && !isFit(forwarded, state.plan?.allowed ?? 0))
    return { refuse: 'errors.route.misconfigured', message: 'The path for the backend is invalid' }
  state.target = target
  if (state.remembered(overrideHost)) state.out.set('Host', hostOf(target))
  state.forwardTarget = forwarded + query
  const prefix = strippedPrefix({ frontend: route.frontend, backend }, { path, match })
  addHeaders(state, { name, prefix })
  return undefined
}

/** Whether a path can be forwarded: it is canonical, or needs only what the route allows. */
function isFit(path: string, allowed: number): boolean {
  if (isCanonical(path)) return true
  const read = canonicalPath(path)
  return !('cause' in read) && (read.path === path || read.kept === path) && (read.needs & ~allowed) === 0
}

/** Adds what the backend learns about the client and the way of the request. */
function addHeaders(state: ExchangeState, { name, prefix }: { name: string; prefix: string }): void {
  const { plan, peer, chain, host, port, secure, via, id, forwarded } = state
  const { list } = state.out
  if (plan?.testingHeader !== undefined) removeHeader(list, plan.testingHeader)
  const proto = secure ? 'https' : 'http'
  list.push('X-Forwarded-For', chain === '' ? peer : `${chain}, ${peer}`, 'X-Forwarded-Proto', proto)
  list.push('X-Forwarded-Port', String(port ?? (secure ? 443 : 80)))
  if (host !== '') list.push('X-Forwarded-Host', port === undefined ? host : `${host}:${port}`)
  if (prefix !== '') list.push('X-Forwarded-Prefix', prefix)
  if (forwarded !== undefined) list.push('Forwarded', `${forwarded}, for=${toNode(peer)};proto=${proto}`)
  list.push('Via', via === undefined ? `1.1 ${name}` : `${via}, 1.1 ${name}`, 'X-Request-Id', id)
}
