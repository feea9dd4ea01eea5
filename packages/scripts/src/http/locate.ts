import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'

/** Resolves a host name to IP addresses. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** How host names are resolved, and which addresses are allowed. */
export interface Locating {
  /** Allows requests to private addresses. */
  readonly allowPrivate: boolean
  readonly resolve: ResolveHost
}

/** Returns the addresses of a URL's host, all of which may be reached. Rejects otherwise. */
export async function locate(
  { hostname }: Pick<URL, 'hostname'>,
  { allowPrivate, resolve }: Locating,
): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await resolve(hostname)
  if (addresses.length === 0) throw new Error(`${hostname} does not resolve to an address`)
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new Error(`The address of ${hostname} is not public, and private addresses are not allowed here`)
  return addresses
}

/** Resolves a host name with the system's resolver. */
export const systemResolve: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** A `lookup` function that returns fixed addresses. */
export function answering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    if (options.all) return done(null, all)
    const [first] = all
    done(null, first?.address ?? '', first?.family)
  }
}
