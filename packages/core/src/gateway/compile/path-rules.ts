import { allowanceBits, bitsOf, canonicalPath } from '../routes/canonical-path.ts'
import { canonicalRoutePath, type PathSegment } from '../routes/path-grammar.ts'
import { pathAllowances } from '../routes/route.ts'
import type { CompiledFrontend } from './compiled-route.ts'
import type { Warn } from './warnings.ts'

/** Returns a route path with its text in the canonical form of request paths. Warns if that is not how it is written. */
export function canonical(path: string, warn: Warn, pointer: string): string {
  const text = canonicalRoutePath(path)
  if (text !== path) warn(pointer, 'path.canonical', path, text)
  return text
}

/** Warns about paths that only requests of a form have which the route does not allow. */
export function warnOfAllowances({ matches, allow }: Pick<CompiledFrontend, 'matches' | 'allow'>, warn: Warn): void {
  for (const { context_path, path, segments } of matches)
    for (const name of missingAllowances(segments, allow)) warn('/allow', 'path.allow', `${context_path}${path}`, name)
}

/** The allowances that requests of a path need and the route does not have. */
export function missingAllowances(segments: readonly PathSegment[], allow: readonly string[]) {
  const missing = segments.flatMap(textsOf).reduce((bits, text) => bits | needsOf(text), 0) & ~bitsOf(allow)
  return pathAllowances.filter((name) => missing & allowanceBits[name])
}

function textsOf(segment: PathSegment): readonly string[] {
  if (segment.kind === 'text') return [segment.text]
  if (segment.kind !== 'mixed') return []
  return segment.parts.flatMap((part) => ('text' in part ? [part.text] : []))
}

function needsOf(text: string): number {
  const read = canonicalPath(`/x${text}`)
  return 'cause' in read ? 0 : read.needs
}
