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

/** A match that may depend on the query. */
interface Found<T> extends Pick<Leaf<T>, 'query'> {
  readonly match: Match<T>
}

/** How many paths of a method are remembered, and of which length. */
const [MOST, LONGEST] = [1000, 200]

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

  /** The matches of paths by method. The same few are asked for again and again. */
  const known = new Map<string, Map<string, readonly Found<T>[]>>()

  function look(method: string, path: string): readonly Found<T>[] | undefined {
    const root = roots.get(method)
    const values: string[] = []
    // A copy, because a part of a URL would keep all of the URL in memory.
    const own = path.length <= LONGEST ? ` ${path}`.slice(1) : path
    const node = root && walk(root, own, 0, values)
    const found = node?.leaves.map((leaf) => ({
      query: leaf.query,
      match: { target: leaf.target, params: named(leaf, values) },
    }))
    if (found && path.length <= LONGEST) remember(method, own, found)
    return found
  }

  function remember(method: string, path: string, found: readonly Found<T>[]): void {
    const paths = known.get(method) ?? new Map<string, readonly Found<T>[]>()
    if (paths.size >= MOST) paths.clear()
    known.set(method, paths.set(path, found))
  }

  return {
    find(method, path, queryOf) {
      const found = known.get(method)?.get(path) ?? look(method, path)
      return found?.find(({ query }) => !query || queryOf(query[0]) === query[1])?.match
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
  const known = fixed.get(segment)
  if (known) return known
  const node = createNode<T>()
  fixed.set(segment, node)
  const same = byLength[segment.length]
  byLength[segment.length] = [...(same ?? []), [segment, node]]
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
