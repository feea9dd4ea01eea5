/** The references of each record, by their ids. */
export type Graph = ReadonlyMap<string, readonly string[]>

/**
 * Finds the references that are part of a cycle. Returns whether a reference is: both its ends then lie in the same
 * strongly connected component (Tarjan). Takes chains of any length.
 */
export function findCycles(graph: Graph): (from: string, to: string) => boolean {
  const component = componentsOf(graph)
  return (from, to) => from === to || (component.has(from) && component.get(from) === component.get(to))
}

interface Visit {
  readonly id: string
  readonly next: Iterator<string>
}

function componentsOf(graph: Graph): ReadonlyMap<string, number> {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const component = new Map<string, number>()
  const open: string[] = []

  function enter(id: string): Visit {
    order.set(id, order.size)
    lowest.set(id, order.size - 1)
    open.push(id)
    return { id, next: (graph.get(id) ?? [])[Symbol.iterator]() }
  }

  const lower = (id: string, to: number) => lowest.set(id, Math.min(lowest.get(id) as number, to))

  function leave(id: string): void {
    if (lowest.get(id) !== order.get(id)) return
    let member: string | undefined
    do {
      member = open.pop() as string
      component.set(member, order.get(id) as number)
    } while (member !== id)
  }

  for (const root of graph.keys()) {
    const path = order.has(root) ? [] : [enter(root)]
    while (path.length > 0) {
      const { id, next } = path.at(-1) as Visit
      const { value, done } = next.next()
      if (done) {
        path.pop()
        leave(id)
        const above = path.at(-1)
        if (above) lower(above.id, lowest.get(id) as number)
      } else if (!order.has(value)) path.push(enter(value))
      else if (!component.has(value)) lower(id, order.get(value) as number)
    }
  }
  return component
}
