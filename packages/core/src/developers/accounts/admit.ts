import type { Identity } from '../../machine/callers/caller.ts'
import { DEVELOPER } from '../../machine/callers/sealing-of.ts'
import type { AccountPorts } from './account-ports.ts'
import { createVouchFor } from './vouch-for.ts'

/** A person whom the embedding program has signed in, and vouches for. */
export interface Person {
  /** The same at every visit: letters, digits and `_@.-`. */
  readonly id: string
  readonly name: string
  /** An address that belongs to the person. @default none */
  readonly email?: string | undefined
  /** Groups that audiences of APIs and plans may require. @default none */
  readonly groups?: readonly string[] | undefined
}

/**
 * Writes the record of a person whom the embedding program has signed in, if there is none or it has changed, and resolves with
 * the caller for `box.as`. Call it before the person writes something. Rejects with FORBIDDEN for a person who is blocked, and for
 * an id that belongs to an account of another source, and with INVALID for a person without a valid id and name.
 */
export type Admit = (person: Person) => Promise<ConsumerIdentity>

/** A consumer as a caller, for `box.as`. Consumers have no grants. */
export type ConsumerIdentity = Omit<Identity, 'authorizedPatterns'>

/** Creates what writes the records of people who sign in elsewhere. An address of another account stays with that account. */
export function createAdmit(ports: AccountPorts): Admit {
  const vouchFor = createVouchFor(ports, { source: 'embedder' })
  return async ({ id, name, email, groups = [] }) => {
    await vouchFor({ id, name, email, email_verified: email !== undefined, groups })
    return { id, name, kind: DEVELOPER }
  }
}
