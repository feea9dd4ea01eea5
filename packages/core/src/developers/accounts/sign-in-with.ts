import { failure, problem } from '../../machine/errors/errors.ts'
import { digest } from '../../machine/secrets/secret.ts'
import { findDeveloper, notActive } from '../consumer.ts'
import type { AccountPorts } from './account-ports.ts'
import { createVouchFor } from './vouch-for.ts'

/** A person for whom an identity provider vouches. */
export interface ProviderPerson {
  /** The provider, such as the issuer of OpenID Connect. */
  readonly issuer: string
  /** The account at the provider, which never changes and is never given to someone else. */
  readonly subject: string
  readonly name: string
  /** @default none */
  readonly email?: string | undefined
  /** Whether the provider has verified the address. @default false */
  readonly email_verified?: boolean | undefined
  /** Groups that audiences of APIs and plans may require. @default none */
  readonly groups?: readonly string[] | undefined
}

/**
 * Writes the consumer of an account of an identity provider, and opens a session. The id of the consumer is made of issuer and
 * subject: another name at the provider changes nothing, and nobody else gets the same id. Rejects with FORBIDDEN for a
 * consumer who is blocked, and for an id or an e-mail address that belongs to another account: accounts are never merged.
 */
export type SignInWith = (person: ProviderPerson) => Promise<ConsumerSession>

/** A consumer who has signed in. */
export interface ConsumerSession {
  /** The id of the consumer. */
  readonly id: string
  /** The token of the session, for its cookie. */
  readonly session: string
}

/** Creates what signs people in with an identity provider. */
export function createSignInWith(ports: AccountPorts): SignInWith {
  const vouchFor = createVouchFor(ports, { source: 'sso', takenEmail })
  return async ({ issuer, subject, name, email, email_verified = false, groups = [] }) => {
    const id = idOf(issuer, subject)
    await vouchFor({ id, name, email, email_verified: email !== undefined && email_verified, groups })
    const found = await findDeveloper(ports.instance.store, id)
    if (found?.record.status !== 'active') throw found ? notActive(found.record) : deleted()
    return { id, session: await ports.sessions.open(found.record) }
  }
}

/** The id of the consumer of an account. */
const idOf = (issuer: string, subject: string): string =>
  `developer_${digest(JSON.stringify([issuer, subject])).slice(0, 32)}`

const takenEmail = (email: string) =>
  failure(
    'FORBIDDEN',
    `The e-mail address ${email} belongs to another account here, and accounts are never merged: ask the owners of the API to delete that account or to change its address, or use another address at the identity provider`,
    problem('error.email.taken'),
  )

const deleted = () => failure('CONFLICT', 'The account was deleted meanwhile: sign in again')
