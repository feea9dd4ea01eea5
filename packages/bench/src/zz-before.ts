/** Something that requests go to: `{name}` in its path is a parameter, `?name=value` a query that it asks for. */
export interface Route<T> {
  readonly method: string
  readonly path: string
  readonly target: T
}

/** Where a request goes, and what its path says. */
export interface Match<T> {
  readonly target: T
  readonly params: Readonly<Record<string, string>>
}

/** Which routes there are. */
export interface Matcher<T> {
  /** The route of a method and a path; `queryOf` reads a parameter of the query. Of routes alike the first that fits. */
  find(method: string, path: string, queryOf: (name: string) => string | undefined): Match<T> | undefined
  /** The methods that a path takes. */
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
  /** The names of parameters, and which segments they are. */
  readonly parameters: readonly (readonly [name: string, position: number])[]
}

/**
 * Matches segment by segment, a fixed one before a parameter. Not left to the routers of Hono: the fast one takes no fixed
 * segment where another route has a parameter (`/_checks`, `/{id}`), and the whole app of a host would get the slow one.
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

/** A fixed segment that leads nowhere may still be the value of a parameter. */
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

/** What is no percent-encoding stays as it was sent, for validation to refuse. */
function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
