import type { Account } from '@signalbox/core'
import { rightsOf } from '../settings/group-rules.ts'
import type { Settings } from '../settings/settings.ts'
import type { Claims } from './provider.ts'
import { isVerified, listOf, readClaim, textOf } from './read-claims.ts'
import { SignInFailure } from './sign-in-failure.ts'

export type ClaimSettings = Pick<Settings, 'oidcUserClaim' | 'oidcGroupsClaim' | 'oidcGroups'>

/** An account, and why it has no id with which it can sign in for the first time. */
export interface ClaimedAccount {
  readonly account: Account
  readonly problem?: SignInFailure
}

/** Returns the account of claims, with the rights of its groups. */
export function accountOf(claims: Claims, settings: ClaimSettings): ClaimedAccount {
  const { iss: issuer, sub: subject } = claims
  const email = textOf(claims.email)
  const id = idOf(claims, settings.oidcUserClaim)
  const rights = rightsOf(listOf(readClaim(claims, settings.oidcGroupsClaim)), settings.oidcGroups)
  const own = typeof id === 'string' ? id : undefined
  return {
    account: {
      issuer,
      subject,
      id: own,
      name: textOf(claims.name) ?? own ?? subject,
      ...(email !== undefined && email.length <= MOST_EMAIL_CHARACTERS && { email }),
      ...rights,
    },
    ...(typeof id !== 'string' && { problem: id }),
  }
}

const MOST_EMAIL_CHARACTERS = 512

function idOf(claims: Claims, claim: string): string | SignInFailure {
  const id = textOf(readClaim(claims, claim))
  if (id === undefined || !/^[A-Za-z0-9_@.-]{1,512}$/.test(id))
    return new SignInFailure(
      'incomplete',
      `The claim ${claim} of the account ${claims.sub} is not the id of a user (letters, digits and _@.-): set SIGNALBOX_OIDC_USER_CLAIM to another claim, or add a scope to SIGNALBOX_OIDC_SCOPES`,
    )
  // Anyone may claim an address that nobody has verified.
  if (claim === 'email' && !isVerified(claims))
    return new SignInFailure(
      'incomplete',
      `The provider does not say that the e-mail address of the account ${claims.sub} is verified (email_verified): verify it there, or set SIGNALBOX_OIDC_USER_CLAIM to another claim`,
    )
  return id
}
