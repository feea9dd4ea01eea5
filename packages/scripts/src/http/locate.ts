import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { kindOfAddress, reasonAgainstAny } from '@signalbox/core/engines'
import { isPublicAddress } from './addresses.ts'

/** Resolves a host name to IP addresses. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>

/** How host names are resolved, and which addresses are allowed. */
export interface Locating {
  /** Allows requests to private addresses. */
  readonly allowPrivate: boolean
  readonly resolve: ResolveHost
  /** Why an address must not be called, even where private addresses are allowed. @default nothing more */
  readonly refusal?: ((address: string, port: number) => string | undefined) | undefined
}

/** Returns the addresses of a URL's host, all of which may be reached. Rejects otherwise. */
export async function locate(
  { hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>,
  { allowPrivate, resolve, refusal }: Locating,
): Promise<readonly string[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(literal) ? [literal] : await resolve(hostname)
  if (addresses.length === 0) throw new Error(`${hostname} does not resolve to an address`)
  if (!allowPrivate && !addresses.every(isPublicAddress))
    throw new Error(`The address of ${hostname} is not public, and private addresses are not allowed here`)
  const number = Number(port) || (protocol === 'https:' ? 443 : 80)
  for (const address of addresses) {
    const why = reasonAgainstAlways(address) ?? refusal?.(address, number)
    if (why !== undefined) throw new Error(`${hostname} is not called: ${why}`)
  }
  return addresses
}

/** Why an address is called by nobody, private or not: it is that of no server, or of one that hands out credentials. */
export function reasonAgainstAlways(address: string): string | undefined {
  const kind = kindOfAddress(address)
  if (kind === 'any') return reasonAgainstAny(address)
  return kind === 'metadata'
    ? `${address} is the address of a cloud metadata service, which is never called`
    : undefined
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
