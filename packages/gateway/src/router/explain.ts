import type { Candidate, Found, RouteRequest, Router } from './router.ts'

/** Which route takes a request, and why the others that were considered do not. */
export interface RouteExplanation<P> {
  readonly found: Found<P> | undefined
  /** In the order in which they were considered. Each route is listed once. */
  readonly candidates: readonly Candidate[]
}

/**
 * Finds the route of a request and lists the candidates: the routes whose path matches up to where it ends. A route
 * that was considered for several of its paths is listed with the result that was nearest to a match.
 */
export function explainRoute<P>(router: Router<P>, request: RouteRequest): RouteExplanation<P> {
  const candidates = new Map<string, Candidate>()
  const found = router.find(request, ({ route: { id } }, details) => {
    const known = candidates.get(id)
    if (known === undefined || nearness(details) > nearness(known)) candidates.set(id, { route: id, ...details })
  })
  return { found, candidates: [...candidates.values()] }
}

/** In this order a candidate is tested. */
const reasons = ['host', 'path', 'draft', 'header', 'query', 'disallowed', 'method', 'later'] as const

const nearness = ({ won, because }: Omit<Candidate, 'route'>): number =>
  won || because === undefined ? reasons.length : reasons.indexOf(because)
