import { failure, problem, SignalboxError } from '../../machine/errors/errors.ts'
import { validate } from '../../machine/schema/validate.ts'
import { actingAs, findDeveloper, type LoadedDeveloper, notActive } from '../consumer.ts'
import { type Developer, developerSchema, type StoredDeveloper } from '../developer.ts'
import { findByEmail } from '../emails.ts'
import type { AccountPorts } from './account-ports.ts'

/** What somebody else says of a person who signs in there. */
export interface VouchedPerson {
  readonly id: string
  readonly name: string
  readonly email?: string | undefined
  /** Whether the address is known to belong to the person. */
  readonly email_verified: boolean
  readonly groups: readonly string[]
}

/** Who vouches, and what happens to an address that another account has. */
export interface Vouching {
  readonly source: 'sso' | 'embedder'
  /** What to throw. @default the person has no address, and the other account keeps it */
  readonly takenEmail?: (email: string) => SignalboxError
}

/**
 * Creates what writes the record of a person for whom somebody else vouches, if there is none or it has changed. Rejects with
 * FORBIDDEN for a person who is blocked and for an id of an account of another source, and with INVALID for members that do not
 * fit.
 */
export function createVouchFor(
  { instance: { store }, people }: AccountPorts,
  { source, takenEmail }: Vouching,
): (person: VouchedPerson) => Promise<void> {
  async function write(person: VouchedPerson, found: LoadedDeveloper | undefined): Promise<void> {
    const { id, name, email, email_verified, groups } = person
    const whose = email === undefined ? undefined : await findByEmail(store, email)
    const isFree = email !== undefined && (whose === undefined || whose === id)
    const isRefused = !isFree && email !== undefined && takenEmail !== undefined
    // Who is refused has no longer the groups that are lost.
    const kept = isRefused && found ? addressOf(found.record) : {}
    const members = { name, groups: [...groups], ...kept, ...(isFree && { email, email_verified }) }
    validate(developerSchema, { id, ...members }, 'The person')
    const by = { call: { caller: actingAs({ id, name }) } }
    if (!found && !isRefused) return void (await people.create({ id, ...members }, { ...by, intent: { source } }))
    if (found && !isSame(found.record, members)) {
      // An address is verified again after it was written, since a changed one is not.
      await people.update(
        id,
        ({ email: _email, ...current }) => ({ ...current, email_verified: false, ...members }),
        by,
      )
      if (members.email_verified) await people.update(id, (current) => ({ ...current, email_verified: true }), by)
    }
    if (isRefused) throw takenEmail(email)
  }

  return async (person) => {
    for (let tries = 0; ; tries++) {
      const found = await findDeveloper(store, person.id)
      if (found && found.record.source !== source) throw ofAnother(person.id)
      if (found && found.record.status !== 'active') throw notActive(found.record)
      try {
        return await write(person, found)
      } catch (error) {
        // Another call has created the record, or taken the address, meanwhile.
        if (!(error instanceof SignalboxError) || error.code !== 'CONFLICT' || tries > 2) throw error
      }
    }
  }
}

const addressOf = ({ email, email_verified }: StoredDeveloper): Pick<Developer, 'email' | 'email_verified'> =>
  email === undefined ? {} : { email, email_verified: email_verified ?? false }

const isSame = (current: Developer, next: Developer): boolean =>
  current.name === next.name &&
  current.email === next.email &&
  (current.email_verified ?? false) === (next.email_verified ?? false) &&
  JSON.stringify(current.groups ?? []) === JSON.stringify(next.groups ?? [])

const ofAnother = (id: string) =>
  failure(
    'FORBIDDEN',
    `The id ${id} belongs to an account of another source, and accounts are never merged: ask the owners of the API to delete that account`,
    problem('error.developer.source', id),
  )
