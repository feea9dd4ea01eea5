import { ownPath, resolveLink } from './links.ts'
import { keyOf } from './paths.ts'
import type { ApiPlace } from './place.ts'
import type { Documentation } from './site.ts'

/** Where a path is redirected to: an address, or `loop` if it leads back to itself; `undefined` if it is not. */
export function redirectionOf(place: ApiPlace, path: readonly string[]): string | undefined {
  const root: ApiPlace = { ...place, path: [] }
  const rules = rulesOf(root)
  const first = rules.get(keyOf(path))
  if (first === undefined) return undefined
  const seen = new Set([keyOf(path)])
  for (let next = ownPath(root, first); next; ) {
    const key = keyOf(next)
    if (seen.has(key)) return 'loop'
    seen.add(key)
    const rule = rules.get(key)
    next = rule === undefined ? undefined : ownPath(root, rule)
  }
  return resolveLink(root, first)?.href
}

type Rules = ReadonlyMap<string, string>

const known = new WeakMap<Documentation, Rules>()

/** The target of the first rule for each path: a path of the API, or https. */
function rulesOf(root: ApiPlace): Rules {
  const { documentation } = root.api
  const found = known.get(documentation)
  if (found) return found
  const rules = new Map<string, string>()
  for (const { from, to } of documentation.redirections ?? []) {
    const own = from === undefined ? undefined : ownPath(root, from)
    if (own && to !== undefined && !rules.has(keyOf(own)) && isTarget(root, to)) rules.set(keyOf(own), to)
  }
  known.set(documentation, rules)
  return rules
}

const isTarget = (root: ApiPlace, to: string): boolean =>
  to !== '' && !/^(http|mailto):/i.test(to.trim()) && resolveLink(root, to) !== undefined
