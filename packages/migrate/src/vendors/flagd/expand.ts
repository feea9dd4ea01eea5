import { isJson } from '../../otoroshi/findings.ts'
import { Unsupported } from './unsupported.ts'

/** The most levels and nodes of a rule with everything that it refers to. */
const MOST_LEVELS = 100
const MOST_NODES = 20_000

/**
 * Puts shared rules in the place of their references (`$ref`), and the key of the flag in the place of
 * `$flagd.flagKey`. Throws `Unsupported` for references in a circle, unknown ones, and rules that are too large.
 */
export function expandRule(rule: unknown, key: string, evaluators: ReadonlyMap<string, unknown>): unknown {
  let nodes = 0
  function expand(node: unknown, open: readonly string[], level: number): unknown {
    if (level > MOST_LEVELS || ++nodes > MOST_NODES) throw new Unsupported('The rule is too large or too deeply nested')
    if (Array.isArray(node)) return node.map((one) => expand(one, open, level + 1))
    if (!isJson(node)) return node
    if (typeof node.$ref === 'string') {
      const name = node.$ref
      if (open.includes(name)) throw new Unsupported(`The shared rule ${name} refers to itself`)
      if (!evaluators.has(name)) throw new Unsupported(`The shared rule ${name} does not exist`)
      return expand(evaluators.get(name), [...open, name], level + 1)
    }
    const [operator] = Object.keys(node)
    if (operator === 'var' && [node.var].flat()[0] === '$flagd.flagKey') return key
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, expand(value, open, level + 1)]))
  }
  return expand(rule, [], 0)
}
