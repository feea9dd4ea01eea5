import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'

/** The IP addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** How addresses are found, and which may be. */
export interface Locating {
  /** Lets requests reach private addresses. */
  readonly allowPrivate: boolean
  readonly resolve: ResolveHost
}

/** The addresses of a URL's host, each of them one that may be reached. Rejects otherwise. */
export async function locate(
  { hostname }: Pick<URL, 'hostname'>,
  { allowPrivate, resolve }: Locating,
): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await resolve(hostname)
  if (addresses.length === 0) throw new Error(`${hostname} has no address`)
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new Error(`${hostname} has an address that is not public`)
  return addresses
}

/** The addresses that this machine's resolver knows. */
export const systemResolve: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** A name look-up that asks nobody. */
export function answering(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    if (options.all) return done(null, all)
    const [first] = all
    done(null, first?.address ?? '', first?.family)
  }
}
