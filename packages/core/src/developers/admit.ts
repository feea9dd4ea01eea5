import { forbidden, type Identity } from '../machine/callers/caller.ts'
import { DEVELOPER } from '../machine/callers/sealing-of.ts'
import { problem, SignalboxError } from '../machine/errors/errors.ts'
import { validate } from '../machine/schema/validate.ts'
import type { AccountPorts } from './account-ports.ts'
import { actingAs, findDeveloper, type LoadedDeveloper, notActive } from './consumer.ts'
import { type Developer, developerSchema } from './developer.ts'
import { findByEmail } from './emails.ts'

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

/** Creates what writes the records of people who sign in elsewhere. */
export function createAdmit({ instance: { store }, people }: AccountPorts): Admit {
  /** What the person's record says. An address that another account has stays with that account. */
  async function membersOf({ id, name, email, groups = [] }: Person): Promise<Developer> {
    const whose = email === undefined ? undefined : await findByEmail(store, email)
    const isFree = email !== undefined && (whose === undefined || whose === id)
    return { name, groups: [...groups], ...(isFree && { email, email_verified: true }) }
  }

  async function write(person: Person, found: LoadedDeveloper | undefined): Promise<void> {
    const { id, name } = person
    const members = await membersOf(person)
    validate(developerSchema, { id, ...members }, 'The person')
    const by = { call: { caller: actingAs({ id, name }) } }
    if (!found) return void (await people.create({ id, ...members }, { ...by, intent: { source: 'embedder' } }))
    if (isSame(found.record, members)) return
    // An address is verified again after it was written, since a changed one is not.
    await people.update(id, ({ email: _email, ...current }) => ({ ...current, email_verified: false, ...members }), by)
    if (members.email !== undefined) await people.update(id, (current) => ({ ...current, email_verified: true }), by)
  }

  return async (person) => {
    const { id, name } = person
    for (let tries = 0; ; tries++) {
      const found = await findDeveloper(store, id)
      if (found && found.record.source !== 'embedder') throw ofAnother(id)
      if (found && found.record.status !== 'active') throw notActive(found.record)
      try {
        await write(person, found)
        return { id, name, kind: DEVELOPER }
      } catch (error) {
        // Another call has created the record, or taken the address, meanwhile.
        if (!(error instanceof SignalboxError) || error.code !== 'CONFLICT' || tries > 2) throw error
      }
    }
  }
}

const isSame = (current: Developer, next: Developer): boolean =>
  current.name === next.name &&
  current.email === next.email &&
  (next.email === undefined || current.email_verified === true) &&
  JSON.stringify(current.groups ?? []) === JSON.stringify(next.groups ?? [])

const ofAnother = (id: string) => {
  const { message } = forbidden(`the id ${id} belongs to an account of another source`)
  return new SignalboxError('FORBIDDEN', message, { errors: [problem('error.developer.source', id)] })
}
