import type { Candidate } from './candidate.ts'
import type { HostPaths, Hosts } from './hosts.ts'
import type { Look } from './look.ts'
import type { Node } from './node.ts'
import { searchNode } from './search-paths.ts'

/** The first candidate that takes the request: of the host, of the longest wildcard, and so on, then of any host. */
export function search<P>({ exact, suffixes, anyHost }: Hosts<P>, look: Look<P>): Candidate<P> | undefined {
  const { host } = look.request
  const own = exact.get(host)
  const found = own && searchHost(own, look)
  if (found !== undefined) return found
  if (suffixes.size > 0)
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      const wide = suffixes.get(host.slice(dot + 1))
      const match = wide && searchHost(wide, look)
      if (match !== undefined) return match
    }
  return searchHost(anyHost, look)
}

/** The routes of the request's port come first. */
function searchHost<P>({ ports, anyPort }: HostPaths<P>, look: Look<P>): Candidate<P> | undefined {
  if (ports !== undefined) {
    const { port } = look.request
    const own = port === undefined ? undefined : ports.get(port)
    const found = own && searchNode(own, 0, look)
    if (found !== undefined) return found
    if (look.tell !== undefined) tellOtherPorts(ports, look)
  }
  return anyPort && searchNode(anyPort, 0, look)
}

function tellOtherPorts<P>(ports: ReadonlyMap<number, Node<P>>, look: Look<P>): void {
  for (const [port, root] of ports)
    if (port !== look.request.port) {
      look.port = port
      searchNode(root, 0, look)
    }
  look.port = undefined
}
