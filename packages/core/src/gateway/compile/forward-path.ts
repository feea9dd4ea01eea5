import type { CompiledMatch, CompiledRoute } from './compiled-route.ts'

/** How a request met a route. */
export interface Match {
  /** The canonical path of the request: it begins with a slash and has no empty segments. */
  readonly path: string
  /** Which of the matches of the route took it. */
  readonly match: CompiledMatch
  /** What its parameters stand for, decoded. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * The path that the backend gets, always with a slash at its beginning. Pure. With `rewrite` it is the root alone, each `:name` in
 * it replaced by the parameter, escaped as one segment. Else it is the root and, with a single slash between, what is left of
 * the path of the request:
 *
 * | | what is left |
 * |---|---|
 * | `strip_path` | what follows the matched path, of which a `*` at the end is no part |
 * | `strip_context_path` | the path without the context path of the API |
 * | neither | the whole path |
 *
 * The query is not part of it: it goes to the backend as it came.
 */
export function forwardPath(
  { frontend, backend: { root = '', rewrite = false } }: Pick<CompiledRoute, 'frontend' | 'backend'>,
  { path, match, params }: Match,
): string {
  if (rewrite) return root.replace(PARAMETER, (_, name: string) => encodeURIComponent(params[name] ?? '')) || '/'
  const left = withoutSegments(path, strippedSegments(frontend, match))
  return join(root, left)
}

/** The names that a root is rewritten with. */
export const parametersOf = (root: string): string[] => [...root.matchAll(PARAMETER)].map(([, name]) => name as string)

/** At the beginning of a segment only: a colon elsewhere is text. */
const PARAMETER = /(?<=\/):([A-Za-z_]\w*)/g

function strippedSegments(
  { strip_path, strip_context_path }: CompiledRoute['frontend'],
  { segments, context_segments }: CompiledMatch,
): number {
  if (strip_path) return segments.at(-1)?.kind === 'rest' ? segments.length - 1 : segments.length
  return strip_context_path ? context_segments : 0
}

/** A path without so many segments at its beginning; a slash at its end stays. */
function withoutSegments(path: string, count: number): string {
  let start = 0
  for (let i = 0; i < count && start >= 0; i++) start = path.indexOf('/', start + 1)
  return start < 0 ? '' : path.slice(start)
}

function join(root: string, path: string): string {
  const before = root.endsWith('/') ? root.slice(0, -1) : root
  return path === '' ? root || '/' : `${before}${path}`
}
