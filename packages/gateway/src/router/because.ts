import { ANYWHERE, type Candidate, EXACT_WITH_SLASH, type PathEnd } from './candidate.ts'
import { isSecret } from './conditions.ts'
import type { Look } from './look.ts'
import { OTHER } from './methods.ts'
import type { PathCut } from './path-cut.ts'
import type { Because } from './router.ts'

/**
 * Why a candidate at this depth of the trie does not take a request; `undefined` if it does. The method comes last:
 * a candidate that fails by its method would take the request with another one.
 */
export function becauseOf<P>(
  { request, cut, methods, port }: Look<P>,
  candidate: Candidate<P>,
  depth: number,
): Because | undefined {
  if (port !== undefined) return 'host'
  const { conditions } = candidate
  if (candidate.end !== ANYWHERE && !endsAt(candidate.end, cut, depth)) return 'path'
  if (conditions !== undefined) {
    const { testing, headers, query } = conditions
    if (testing !== undefined && !isSecret(request.headerValue(testing.name) ?? '', testing.value)) return 'draft'
    for (const { name, holds } of headers) if (!holds(request.headerValue(name))) return 'header'
    for (const { name, holds } of query) if (!holds(request.queryValue(name))) return 'query'
  }
  if ((request.needs & ~candidate.allowance) !== 0) return 'disallowed'
  if (candidate.methods === 0) return undefined
  const common = candidate.methods & methods
  if (common === 0) return 'method'
  return common !== OTHER || candidate.entry.route.frontend.methods.includes(request.method) ? undefined : 'method'
}

/** Whether the path ends at this depth. The root has no slash of its own. */
const endsAt = (end: PathEnd, { count, endsWithSlash }: PathCut, depth: number): boolean =>
  depth === count && (depth === 0 || endsWithSlash === (end === EXACT_WITH_SLASH))
