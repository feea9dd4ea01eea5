import type { ProviderPerson } from '@signalbox/core'
import type { Claims } from './provider.ts'
import { isVerified, listOf, readClaim, textOf } from './read-claims.ts'
import { SignInFailure } from './sign-in-failure.ts'

/** The most characters of a name, and the most groups of a consumer. */
const MOST_NAME = 200
const MOST_GROUPS = 100

/** The claims that a consumer of APIs needs. */
export const claimsOfConsumers = (groupsClaim: string): readonly string[] => [
  ...['name', 'email', 'email_verified'],
  groupsClaim,
]

/** Returns the person of claims. An address that nobody can write to is left out. Throws a `SignInFailure` for too many groups. */
export function personOf(claims: Claims, groupsClaim: string): ProviderPerson {
  const { iss: issuer, sub: subject } = claims
  const email = textOf(claims.email)
  const groups = [...new Set(listOf(readClaim(claims, groupsClaim)))].filter(
    ({ length }) => length > 0 && length <= 200,
  )
  if (groups.length > MOST_GROUPS)
    throw new SignInFailure(
      'incomplete',
      `The account ${subject} has ${groups.length} groups in the claim ${groupsClaim}, and consumers have at most ${MOST_GROUPS}: let the provider send fewer`,
    )
  return {
    issuer,
    subject,
    name: (textOf(claims.name) ?? textOf(claims.preferred_username) ?? email ?? subject).slice(0, MOST_NAME),
    ...(email !== undefined && isAddress(email) && { email, email_verified: isVerified(claims) }),
    groups,
  }
}

const isAddress = (text: string): boolean => text.length <= 254 && /^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(text)
