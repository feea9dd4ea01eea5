import { type CauseId, causes, type ExplainRequest, type Explanation } from '@signalbox/core/gateway'
import type { Backends } from '../backends/backends.ts'
import type { TargetState } from '../backends/target-state.ts'
import { ExchangeState } from '../exchange/exchange-state.ts'
import type { RoutePlan } from '../exchange/route-plan.ts'
import { secretParameters } from '../observe/secrets.ts'
import type { Refused } from '../plugin-api/refused.ts'
import { peerAddress } from '../request/client-address.ts'
import { withoutParameters } from '../request/query.ts'
import { readRequest } from '../request/read-request.ts'
import type { RequestSettings } from '../request/settings.ts'
import { explainRoute } from '../router/explain.ts'
import type { Router } from '../router/router.ts'
import { findRoute } from './find-route.ts'
import { aim, prepareForward } from './prepare-forward.ts'

interface ExplainContext {
  readonly router: Router<RoutePlan>
  readonly settings: RequestSettings
  readonly backends: Backends
  /** Milliseconds that only grow, such as `performance.now`. */
  readonly elapsed: () => number
  readonly revision: () => number
  /** Whether the source has been silent for so long that consumers must be refused. */
  readonly isOutdated: () => boolean
}

/**
 * Explains how a request would be treated, by the code that treats requests. Calls only those plugins that change nothing
 * but the request for the backend.
 */
export function explainRequest(
  request: ExplainRequest,
  { router, settings, backends, elapsed, revision, isOutdated }: ExplainContext,
): Explanation {
  const { method = 'GET', url, address = '' } = request
  const secure = /^https:/i.test(url)
  const state = new ExchangeState({ id: '', now: 0, method, peer: peerAddress(address), secure })
  const rawHeaders = rawHeadersOf(request)
  const refused = readRequest(
    state,
    { method, target: url, version: '1.1', rawHeaders, address, secure },
    { ...settings, unreadable: () => {} },
  )
  const found = refused || state.answer ? undefined : findRoute(router, state)
  const candidates = found ? explainRoute(router, state).candidates : []
  // Explanations are shown to people who may not know the credentials.
  state.query = withoutParameters(state.query, secretParameters)
  const common = { ...readOf(state), revision: revision(), candidates: [...candidates] }
  if (refused) return { ...common, outcome: 'refused', refused: reasonOf(refused), plugins: [] }
  if (!found) return { ...common, outcome: 'answered', plugins: [] }
  if ('refuse' in found) return { ...common, ...unroutable(found), plugins: [] }
  state.enter(found)
  const { plan } = found.entry
  const refusal = plan.refused ?? (plan.admitsConsumers && isOutdated() ? outdated : undefined) ?? preview(state, plan)
  const unsent = refusal ?? prepareForward(state, backends)
  const stopped = unsent ?? aimAtUsable(state, elapsed())
  return {
    ...common,
    outcome: refusal ? 'refused' : 'route',
    ...(stopped && { refused: reasonOf(stopped) }),
    route: plan.route.id,
    params: state.params,
    plugins: pluginsOf(plan, state.path),
    ...(state.releases && { releases: state.releases.map(defined) }),
    ...(!unsent && hasTargets(state) && { forward: forwardOf(state, elapsed()) }),
  }
}

/**
 * Lets the plugins decide that can without side effects, so that the path and host for the backend are right. Returns the
 * first refusal.
 */
function preview(state: ExchangeState, { request }: RoutePlan): Refused | undefined {
  for (const step of request) {
    const verdict = step.applies(state.path) ? step.preview?.(state) : undefined
    if (verdict && 'refuse' in verdict) return verdict
  }
  return undefined
}

/**
 * Aims the request at a target that it could be sent to, or at the first one if there is none. The balancer is not asked: it
 * would count the request.
 */
function aimAtUsable(state: ExchangeState, now: number): Refused | undefined {
  const backend = state.attempts?.backend
  const { targets: [first] = [], unusable } = backend?.usable(now) ?? {}
  const shown = first ?? backend?.targets[0]
  if (shown) aim(state, shown.target)
  if (first) return undefined
  return { refuse: unusable ?? 'errors.backend.unavailable', message: shown ? NONE_USABLE : NO_TARGETS }
}

const hasTargets = ({ attempts }: ExchangeState): boolean => (attempts?.backend.targets.length ?? 0) > 0

const NONE_USABLE = 'No target of the backend takes requests'
const NO_TARGETS = 'The backend has no targets: only a plugin of the route can respond'

const outdated: Refused = { refuse: 'errors.gateway.stale' }

/** An object without the members that are `undefined`. */
const defined = <T extends object>(one: T) =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

const reasonOf = ({ refuse, message = sentences.get(refuse) ?? refuse }: Refused) => ({ cause: refuse, rule: message })

const sentences: ReadonlyMap<string, string> = new Map(causes.map(({ id, message }) => [id, message]))

const unroutable = (refused: Refused) => {
  const outcomes: Readonly<Partial<Record<CauseId, 'method' | 'not-found'>>> = {
    'errors.method.not.allowed': 'method',
    'errors.service.not.found': 'not-found',
  }
  const outcome = outcomes[refused.refuse]
  return outcome ? { outcome } : { outcome: 'refused' as const, refused: reasonOf(refused) }
}

function rawHeadersOf({ url, headers = {} }: ExplainRequest): string[] {
  const list = Object.entries(headers).flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value]))
  const isNamed = list.some((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
  const host = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? (isNamed ? undefined : '')
  return host === undefined || isNamed ? list : ['Host', host, ...list]
}

const readOf = ({ host, path, query, address, isTrusted }: ExchangeState) => ({
  canonical: { ...(host !== '' && { host }), ...(path !== '' && { path }), query, address, trusted: isTrusted },
})

/** The plugins of a route in the order in which they run, and which of them do. */
function pluginsOf({ request, response, disabled }: RoutePlan, path: string): Explanation['plugins'] {
  const ran = [...request, ...response.filter(({ plugin }) => !request.some((one) => one.plugin === plugin))]
  return [
    ...ran.map(({ plugin, stage, applies }) => ({
      plugin,
      stage: request.some((one) => one.plugin === plugin) ? stage : 'response',
      runs: applies(path),
      ...(!applies(path) && { because: 'Its patterns do not include the path' }),
    })),
    ...disabled.map((one) => ({ ...one, runs: false, because: 'It is disabled' })),
  ]
}

function forwardOf(state: ExchangeState, now: number): NonNullable<Explanation['forward']> {
  const { forwardTarget, out, backend, attempts } = state
  const { targets: all } = attempts?.backend ?? { targets: [] }
  const usable = attempts?.backend.usable(now).targets ?? []
  return {
    ...(backend.ref !== undefined && { backend: backend.ref }),
    stored: backend.stored === true,
    path: forwardTarget,
    host: out.get('host') ?? '',
    balancing: backend.load_balancing?.type ?? 'RoundRobin',
    targets: all.map((one) => ({
      id: one.name,
      state: usable.includes(one) ? 'usable' : unusedBecause(one),
      ...(!one.rests && one.server.why !== '' && { why: one.server.why }),
    })),
  }
}

/** Why a target gets no requests. */
const unusedBecause = ({ state, target }: TargetState): string =>
  state === 'usable' && target.backup ? 'backup' : state
