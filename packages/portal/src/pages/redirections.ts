import { ownPath, resolveLink } from './links.ts'
import { isSame } from './paths.ts'
import type { ApiPlace } from './place.ts'

/** Where a path is redirected to: an address, or `loop` if it leads back to itself; `undefined` if it is not. */
export function redirectionOf(place: ApiPlace, path: readonly string[]): string | undefined {
  const root: ApiPlace = { ...place, path: [] }
  const first = ruleFor(root, path)
  if (first === undefined) return undefined
  const seen = [path]
  for (let next = ownPath(root, first); next; ) {
    const at = next
    if (seen.some((one) => isSame(one, at))) return 'loop'
    seen.push(at)
    const rule = ruleFor(root, at)
    next = rule === undefined ? undefined : ownPath(root, rule)
  }
  return resolveLink(root, first)?.href
}

/** The target of the first rule for a path: a path of the API, or https. */
function ruleFor(root: ApiPlace, path: readonly string[]): string | undefined {
  for (const { from, to } of root.api.documentation.redirections ?? []) {
    const own = from === undefined ? undefined : ownPath(root, from)
    if (
      own &&
      isSame(own, path) &&
      to !== undefined &&
      to !== '' &&
      !/^(http|mailto):/i.test(to.trim()) &&
      resolveLink(root, to)
    )
      return to
  }
  return undefined
}
