import { namesOf } from '../routes/path-grammar.ts'
import type { CompiledRoute, Refusal } from './compiled-route.ts'
import { parametersOf } from './forward-path.ts'
import { misconfigured } from './frontend.ts'
import type { Warn } from './warnings.ts'

/**
 * Warns about combinations of `strip_path`, `strip_context_path`, `root` and `rewrite` that make no sense. Returns a
 * refusal if the path for the backend cannot be built.
 */
export function warnOfForwarding(
  { frontend, backend }: Pick<CompiledRoute, 'frontend' | 'backend'>,
  warn: Warn,
): Refusal | undefined {
  const { strip_path, strip_context_path, exact, matches } = frontend
  const { root = '', rewrite = false, targets } = backend
  if (!rewrite) {
    const isFixed = matches.every(({ segments }) => segments.at(-1)?.kind !== 'rest')
    if (strip_path && exact && isFixed && targets.length > 0 && matches.length > 0) warn('/strip_path', 'strip.exact')
    return undefined
  }
  if (strip_path) warn('/strip_path', 'rewrite.strip', 'strip_path')
  if (strip_context_path) warn('/strip_context_path', 'rewrite.strip', 'strip_context_path')
  const missing = parametersOf(root).find((name) =>
    matches.some(({ segments }) => !segments.flatMap(namesOf).includes(name)),
  )
  return missing === undefined ? undefined : misconfigured(warn('', 'rewrite.parameter', missing))
}
