import { DRAFT_PREFIX } from '../../gateway/reserved-ids.ts'
import type { ApiOutcomes } from '../outcomes.ts'
import type { BackendStatus } from '../planes/backend-status.ts'
import type { Decision, ToldDecision } from './decision.ts'
import type { Explanation } from './explanation.ts'
import type { TailEvent, ToldTailEvent } from './tail-event.ts'
import type { Traffic } from './traffic.ts'

/** What a caller may read. */
export interface Readable {
  readonly api: (id: string) => boolean
  readonly backend: (id: string) => boolean
  readonly feature: (id: string) => boolean
  readonly experiment: (id: string) => boolean
}

const HIDDEN = 'hidden'

/**
 * What a caller may see of an explanation: routes of APIs that they may not read are named `hidden`, without details,
 * what a stored backend gets is left out if they may not read the backend, and so are the names and reasons of features and
 * experiments that they may not read.
 */
export function visible(explanation: Explanation, may: Readable): Explanation {
  const { route, candidates, params, forward, refused, releases, ...rest } = explanation
  const isHidden = (id: string) => !may.api(apiOf(id))
  const shown = candidates.map((one) => {
    if (!isHidden(one.route)) return one
    const { won, because } = one
    return { route: HIDDEN, won, ...(because && { because }) }
  })
  if (route !== undefined && isHidden(route))
    return {
      ...rest,
      ...(refused && { refused: { ...refused, rule: HIDDEN } }),
      route: HIDDEN,
      candidates: shown,
      plugins: [],
    }
  const isForwardShown = forward && !(forward.stored && forward.backend !== undefined && !may.backend(forward.backend))
  return {
    ...rest,
    ...(refused && { refused }),
    ...(route !== undefined && { route }),
    ...(params && { params }),
    candidates: shown,
    ...(releases && { releases: releases.map((one) => visibleRelease(one, may)) }),
    ...(isForwardShown && { forward }),
  }
}

/** What a caller may see of what a feature or an experiment decided. */
export function visibleRelease(release: Release, may: Readable): Release {
  if ('experiment' in release) return may.experiment(release.experiment) ? release : { experiment: HIDDEN }
  const { feature, active } = release
  return may.feature(feature) ? release : { feature: HIDDEN, ...(active !== undefined && { active }) }
}

type Release = NonNullable<Explanation['releases']>[number]

/**
 * What a caller may see of a decision: of requests to an API that they may not read, only how they ended; the server of a
 * stored backend is left out if they may not read the backend.
 */
export function visibleDecision({ stored, ...decision }: ToldDecision, may: Readable): Decision {
  const { id, revision, status, cause, ms, api, backend } = decision
  if (api !== undefined && !may.api(api))
    return { id, route: HIDDEN, revision, status, ms, ...(cause !== undefined && { cause }) }
  const { target, releases, ...rest } = decision
  const isTargetShown = !stored || backend === undefined || may.backend(backend)
  return {
    ...rest,
    ...(target !== undefined && isTargetShown && { target }),
    ...(releases && { releases: releases.map((one) => visibleRelease(one, may)) }),
  }
}

/**
 * What a caller may see of a line of the live tail; the server of a stored backend is left out if they may not read the
 * backend.
 */
export function visibleLine({ stored, ...line }: ToldTailEvent, may: Readable): TailEvent {
  if (line.kind !== 'request') return line
  const { target, releases, ...rest } = line
  const isTargetShown = stored === undefined || may.backend(stored)
  return {
    ...rest,
    ...(target !== undefined && isTargetShown && { target }),
    ...(releases && { releases: releases.map((one) => visibleRelease(one, may)) }),
  }
}

/**
 * Whether a caller may see the state of a backend: they may read the API that uses it, and a stored backend itself.
 */
export const isVisible = ({ api, backend, stored }: BackendStatus, may: Readable): boolean =>
  may.api(api) && (!stored || may.backend(backend))

/** What a caller may see of traffic: only the APIs that they may see; `undefined` stands for requests without a route. */
export const visibleTraffic = (traffic: Traffic, sees: (api: string | undefined) => boolean): Traffic => ({
  ...traffic,
  apis: traffic.apis.filter(({ api }) => sees(api)),
})

/** What a caller may see of how requests ended: the server of a stored backend is left out if they may not read the backend. */
export const visibleOutcomes = ({ routes, ...outcomes }: ApiOutcomes, may: Readable): ApiOutcomes => ({
  ...visibleFailure(outcomes, may),
  ...(routes && { routes: routes.map((route) => visibleFailure(route, may)) }),
})

function visibleFailure<T extends Pick<ApiOutcomes, 'failure'>>(outcomes: T, may: Readable): T {
  if (!outcomes.failure) return outcomes
  const { target, ...failure } = outcomes.failure
  const isTargetShown = !failure.stored || failure.backend === undefined || may.backend(failure.backend)
  return { ...outcomes, failure: { ...failure, ...(target !== undefined && isTargetShown && { target }) } }
}

/** The id of a route begins with the id of its API, which has no colon. */
function apiOf(route: string): string {
  const id = route.startsWith(DRAFT_PREFIX) ? route.slice(DRAFT_PREFIX.length) : route
  return id.slice(0, id.indexOf(':'))
}
