/** A route. `{name}` in its path is a parameter; `?name=value` is a query parameter that requests must have. */
export interface Route<T> {
  readonly method: string
  readonly path: string
  readonly target: T
}

/** The target of a request, and the parameters in its path. */
export interface Match<T> {
  readonly target: T
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of a request. */
export interface Matcher<T> {
  /**
   * The route of a method and a path. `queryOf` reads a query parameter. Among equal paths, the first whose query fits.
   */
  find(method: string, path: string, queryOf: (name: string) => string | undefined): Match<T> | undefined
  /** The methods that exist for a path. */
  methods(path: string): string[]
}

interface Node<T> {
  readonly fixed: Map<string, Node<T>>
  /** The fixed segments again, by their length: they are compared where they stand in the path, without cutting it. */
  readonly byLength: (readonly (readonly [segment: string, node: Node<T>])[] | undefined)[]
  parameter?: Node<T>
  readonly leaves: Leaf<T>[]
}
interface Leaf<T> {
  readonly target: T
  readonly query: readonly [name: string, value: string] | undefined
  /** The names of the parameters, in the order of the path. */
  readonly parameters: readonly string[]
}

/**
 * Creates a matcher that compares paths segment by segment; fixed segments win over parameters. Hono's own routers do
 * not fit: the fast one rejects a fixed segment where another route has a parameter (`/_checks`, `/{id}`), and the slow
 * one would then serve the host's whole app.
 */
export function createMatcher<T>(routes: Iterable<Route<T>>): Matcher<T> {
  const roots = new Map<string, Node<T>>()
  for (const { method, path, target } of routes) {
    const [pathname = '', search] = path.split('?')
    const names = pathname.split('/').map((segment) => /^{(\w+)}$/.exec(segment)?.[1])
    let node = enter(roots, method)
    for (const [position, segment] of pathname.split('/').entries())
      node = names[position] === undefined ? enterFixed(node, segment) : enterParameter(node)
    node.leaves.push({
      target,
      query: search?.split('=') as [string, string] | undefined,
      parameters: names.filter((name) => name !== undefined),
    })
  }

  return {
    find(method, path, queryOf) {
      const root = roots.get(method)
      if (!root) return undefined
      const values: string[] = []
      const node = walk(root, path, 0, values)
      if (!node) return undefined
      for (const leaf of node.leaves)
        if (!leaf.query || queryOf(leaf.query[0]) === leaf.query[1])
          return { target: leaf.target, params: named(leaf, values) }
      return undefined
    },
    methods(path) {
      return [...roots].filter(([, root]) => walk(root, path, 0, [])).map(([method]) => method)
    },
  }
}

const createNode = <T>(): Node<T> => ({ fixed: new Map(), byLength: [], leaves: [] })

function enter<T>(nodes: Map<string, Node<T>>, name: string): Node<T> {
  const node = nodes.get(name) ?? createNode<T>()
  nodes.set(name, node)
  return node
}

function enterFixed<T>({ fixed, byLength }: Node<T>, segment: string): Node<T> {
  const node = enter(fixed, segment)
  byLength[segment.length] = [...fixed].filter(([name]) => name.length === segment.length)
  return node
}

function enterParameter<T>(node: Node<T>): Node<T> {
  node.parameter ??= createNode()
  return node.parameter
}

/**
 * The node of a path from a position on; `values` gets its parameters. A fixed segment without a matching route below it may
 * still be the value of a parameter.
 */
function walk<T>(node: Node<T>, path: string, start: number, values: string[]): Node<T> | undefined {
  if (start > path.length) return node.leaves.length > 0 ? node : undefined
  const slash = path.indexOf('/', start)
  const end = slash < 0 ? path.length : slash
  const fixed = fixedAt(node, path, start, end)
  const found = fixed && walk(fixed, path, end + 1, values)
  if (found || !node.parameter || end === start) return found
  const count = values.push(path.slice(start, end))
  const under = walk(node.parameter, path, end + 1, values)
  if (!under) values.length = count - 1
  return under
}

function fixedAt<T>({ byLength }: Node<T>, path: string, start: number, end: number): Node<T> | undefined {
  const same = byLength[end - start]
  if (same) for (const [segment, node] of same) if (path.startsWith(segment, start)) return node
  return undefined
}

function named({ parameters }: Leaf<unknown>, values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (let i = 0; i < parameters.length; i++) params[parameters[i] as string] = decode(values[i] as string)
  return params
}

/** Keeps segments with invalid percent-encoding as they are; validation rejects them later. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
