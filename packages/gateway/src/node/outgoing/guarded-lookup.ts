import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { TargetPolicy } from '../../backend/target-policy.ts'
import { isOwnListener } from './own-listeners.ts'
import type { Resolve } from './resolve.ts'

/** Why a connection to an address must not be made, under the name that led to it; `undefined`: it may be made. */
export type Guard = (address: string, name: string, port: number) => string | undefined

/** Guards connections: with the policy of a gateway, and from servers of this process. */
export const createGuard =
  (policy: TargetPolicy): Guard =>
  (address, name, port) =>
    policy.refusal(name, address) ??
    (isOwnListener(address, port) ? `this process itself listens at ${address}:${port}` : undefined)

/**
 * A lookup for `net.connect` that leaves out addresses which must not be called. Judging what a name resolved to, and not
 * the name, is safe from names that resolve to something else the next time. `refused` makes the error if no address is
 * left.
 */
export function guardedLookup(
  resolve: Resolve,
  refusal: (address: string, name: string) => string | undefined,
  refused: (why: string) => Error,
): LookupFunction {
  return (hostname, { all, family }, callback) => {
    const fail = (error: unknown): void => callback(error as NodeJS.ErrnoException, [])
    const pass = (addresses: readonly LookupAddress[]): void => {
      const fit = family === 4 || family === 6 ? addresses.filter((one) => one.family === family) : addresses
      const allowed = fit.filter(({ address }) => refusal(address, hostname) === undefined)
      const [first] = allowed
      if (first) {
        if (all) callback(null, allowed)
        else callback(null, first.address, first.family)
      } else if (fit[0]) fail(refused(refusal(fit[0].address, hostname) as string))
      else fail(Object.assign(new Error(`${hostname} has no addresses`), { code: 'ENOTFOUND' }))
    }
    resolve(hostname).then(pass, fail)
  }
}
