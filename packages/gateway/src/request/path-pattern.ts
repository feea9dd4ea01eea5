import { fitsParts } from '@signalbox/core/gateway'

/**
 * Compiles the path patterns of a slot, in which `*` matches any characters, also none. A pattern matches a whole path;
 * case counts; `exclude` has precedence. `undefined`: the slot applies to every path.
 */
export function compilePathPatterns(
  include: readonly string[],
  exclude: readonly string[],
): ((path: string) => boolean) | undefined {
  if (include.length === 0 && exclude.length === 0) return undefined
  const included = include.map((pattern) => pattern.split('*'))
  const excluded = exclude.map((pattern) => pattern.split('*'))
  return (path) =>
    (included.length === 0 || included.some((parts) => fitsParts(parts, path))) &&
    !excluded.some((parts) => fitsParts(parts, path))
}
