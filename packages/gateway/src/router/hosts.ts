import type { CompiledMatch } from '@signalbox/core/gateway'
import { emptyNode, isEmptyNode, type Node } from './node.ts'

/** The routes of a host: for single ports, and for any port. */
export interface HostPaths<P> {
  ports: Map<number, Node<P>> | undefined
  anyPort: Node<P> | undefined
}

/** The routes by host. */
export interface Hosts<P> {
  readonly exact: Map<string, HostPaths<P>>
  /** The routes of `*.b.c`, by `b.c`. */
  readonly suffixes: Map<string, HostPaths<P>>
  /** The routes without a host. */
  readonly anyHost: HostPaths<P>
}

/** No routes. */
export const emptyHosts = <P>(): Hosts<P> => ({ exact: new Map(), suffixes: new Map(), anyHost: emptyPaths() })

const emptyPaths = <P>(): HostPaths<P> => ({ ports: undefined, anyPort: undefined })

/** The node below which the paths of a host are; it is added if it is missing. */
export function rootFor<P>(hosts: Hosts<P>, { host, port }: CompiledMatch): Node<P> {
  const paths = pathsOf(hosts, host) ?? addPaths(hosts, host)
  if (port === undefined) {
    paths.anyPort ??= emptyNode()
    return paths.anyPort
  }
  paths.ports ??= new Map()
  const root = paths.ports.get(port) ?? emptyNode<P>()
  paths.ports.set(port, root)
  return root
}

/** Removes the node of a host if nothing is left below it. */
export function pruneRoot<P>(hosts: Hosts<P>, { host, port }: CompiledMatch): void {
  const paths = pathsOf(hosts, host)
  if (!paths) return
  const root = port === undefined ? paths.anyPort : paths.ports?.get(port)
  if (!root || !isEmptyNode(root)) return
  if (port === undefined) paths.anyPort = undefined
  else paths.ports?.delete(port)
  if (paths.ports?.size === 0) paths.ports = undefined
  if (paths.anyPort || paths.ports) return
  if (host.startsWith(WILDCARD)) hosts.suffixes.delete(host.slice(WILDCARD.length))
  else hosts.exact.delete(host)
}

const WILDCARD = '*.'

const pathsOf = <P>({ exact, suffixes, anyHost }: Hosts<P>, host: string): HostPaths<P> | undefined => {
  if (host === '') return anyHost
  return host.startsWith(WILDCARD) ? suffixes.get(host.slice(WILDCARD.length)) : exact.get(host)
}

function addPaths<P>({ exact, suffixes }: Hosts<P>, host: string): HostPaths<P> {
  const paths = emptyPaths<P>()
  if (host.startsWith(WILDCARD)) suffixes.set(host.slice(WILDCARD.length), paths)
  else exact.set(host, paths)
  return paths
}
