import type { CompiledMatch, CompiledRoute } from './compiled-route.ts'

/** How a request matched a route. */
export interface Match {
  /** The canonical path of the request: starts with a slash, without empty segments. */
  readonly path: string
  /** The match of the route that took the request. */
  readonly match: CompiledMatch
  /** The path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Returns the path for the backend, without the query, which is forwarded unchanged. Always starts with a slash. Pure.
 * With `rewrite` it is the root alone, with each `:name` replaced by that parameter, escaped as one segment. Otherwise
 * it is the root and the rest of the request path, joined by a single slash:
 *
 * | `frontend` | rest |
 * |---|---|
 * | `strip_path` | what follows the matched path; a trailing `*` does not count as matched |
 * | `strip_context_path` | the path without the context path of the API |
 * | neither | the whole path |
 *
 * @example
 * for (const match of route.frontend.matches)
 *   console.log(forwardPath(route, { path: '/shop/orders/7', match, params: { id: '7' } }))
 */
export function forwardPath(
  { frontend, backend: { root = '', rewrite = false } }: Pick<CompiledRoute, 'frontend' | 'backend'>,
  { path, match, params }: Match,
): string {
  if (rewrite) return root.replace(PARAMETER, (_, name: string) => encodeURIComponent(params[name] ?? '')) || '/'
  const left = withoutSegments(path, strippedSegments(frontend, match))
  return join(root, left)
}

/** The part of a request path that `strip_path` or `strip_context_path` removes. Empty: nothing. */
export function strippedPrefix(
  { frontend, backend: { rewrite = false } }: Pick<CompiledRoute, 'frontend' | 'backend'>,
  { path, match }: Omit<Match, 'params'>,
): string {
  const count = rewrite ? 0 : strippedSegments(frontend, match)
  return count === 0 ? '' : path.slice(0, path.length - withoutSegments(path, count).length)
}

/** The parameter names in a root. */
export const parametersOf = (root: string): string[] => [...root.matchAll(PARAMETER)].map(([, name]) => name as string)

/** A parameter in a root. A colon inside a segment is plain text. */
const PARAMETER = /(?<=\/):([A-Za-z_]\w*)/g

function strippedSegments(
  { strip_path, strip_context_path }: CompiledRoute['frontend'],
  { segments, context_segments }: CompiledMatch,
): number {
  if (strip_path) return segments.at(-1)?.kind === 'rest' ? segments.length - 1 : segments.length
  return strip_context_path ? context_segments : 0
}

/** Removes the first segments of a path; a trailing slash stays. */
function withoutSegments(path: string, count: number): string {
  let start = 0
  for (let i = 0; i < count && start >= 0; i++) start = path.indexOf('/', start + 1)
  return start < 0 ? '' : path.slice(start)
}

function join(root: string, path: string): string {
  const before = root.endsWith('/') ? root.slice(0, -1) : root
  return path === '' ? root || '/' : `${before}${path}`
}
