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
  parameter?: Node<T>
  readonly leaves: Leaf<T>[]
}
interface Leaf<T> {
  readonly target: T
  readonly query: readonly [name: string, value: string] | undefined
  /** The names of the parameters, with the positions of their segments. */
  readonly parameters: readonly (readonly [name: string, position: number])[]
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
      node = names[position] === undefined ? enter(node.fixed, segment) : enterParameter(node)
    node.leaves.push({
      target,
      query: search?.split('=') as [string, string] | undefined,
      parameters: names.flatMap((name, position) => (name === undefined ? [] : [[name, position] as const])),
    })
  }

  return {
    find(method, path, queryOf) {
      const root = roots.get(method)
      const segments = path.split('/')
      const node = root && walk(root, segments, 0)
      const leaf = node?.leaves.find(({ query }) => !query || queryOf(query[0]) === query[1])
      return leaf && { target: leaf.target, params: read(leaf, segments) }
    },
    methods(path) {
      const segments = path.split('/')
      return [...roots].filter(([, root]) => walk(root, segments, 0)).map(([method]) => method)
    },
  }
}

const createNode = <T>(): Node<T> => ({ fixed: new Map(), leaves: [] })

function enter<T>(nodes: Map<string, Node<T>>, name: string): Node<T> {
  const node = nodes.get(name) ?? createNode<T>()
  nodes.set(name, node)
  return node
}

function enterParameter<T>(node: Node<T>): Node<T> {
  node.parameter ??= createNode()
  return node.parameter
}

/** A fixed segment without a matching route below it may still be the value of a parameter. */
function walk<T>(node: Node<T>, segments: readonly string[], position: number): Node<T> | undefined {
  if (position === segments.length) return node.leaves.length > 0 ? node : undefined
  const segment = segments[position] as string
  const fixed = node.fixed.get(segment)
  const found = fixed && walk(fixed, segments, position + 1)
  return found ?? (node.parameter && segment !== '' ? walk(node.parameter, segments, position + 1) : undefined)
}

function read({ parameters }: Leaf<unknown>, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [name, position] of parameters) params[name] = decode(segments[position] as string)
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
