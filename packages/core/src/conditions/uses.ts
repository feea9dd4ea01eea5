import { isObject, own } from '../machine/json/json.ts'

/** What conditions refer to. */
export interface References {
  readonly segments: ReadonlySet<string>
  readonly features: ReadonlySet<string>
}

/**
 * The segments and features that a condition refers to.
 *
 * @example
 * const { segments } = referencesOf({ not: { segment: 'staff' } }) // 'staff'
 */
export function referencesOf(condition: unknown): References {
  const segments = new Set<string>()
  const features = new Set<string>()
  for (const node of nodesIn(condition)) {
    const [segment, feature] = [own(node, 'segment'), own(node, 'feature')]
    if (typeof segment === 'string') segments.add(segment)
    else if (typeof feature === 'string') features.add(feature)
  }
  return { segments, features }
}

/** Whether a condition, which may be any value, uses `matches` and needs the engine of regular expressions. */
export function usesPatterns(condition: unknown): boolean {
  for (const node of nodesIn(condition)) if (own(node, 'operator') === 'matches') return true
  return false
}

/** All conditions in a condition, itself included. */
function* nodesIn(condition: unknown): Generator<object> {
  const open: unknown[] = [condition]
  while (open.length > 0) {
    const node = open.pop()
    if (!isObject(node)) continue
    yield node
    open.push(own(node, 'not'))
    for (const list of [own(node, 'all'), own(node, 'any')])
      if (Array.isArray(list)) for (const inner of list) open.push(inner)
  }
}
