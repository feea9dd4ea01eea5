import type { Account } from '@signalbox/core'
import type { Settings } from '../settings.ts'
import { rightsOf } from './group-rules.ts'
import type { Claims } from './provider.ts'
import { SignInFailure } from './sign-in-failure.ts'

export type ClaimSettings = Pick<Settings, 'oidcUserClaim' | 'oidcGroupsClaim' | 'oidcGroups'>

/** Returns the account of claims, with the rights of its groups. Throws a `SignInFailure` if it has no usable id. */
export function accountOf(claims: Claims, settings: ClaimSettings): Account {
  const { iss: issuer, sub: subject } = claims
  const email = textOf(claims.email)
  const id = idOf(claims, settings.oidcUserClaim)
  const rights = rightsOf(listOf(read(claims, settings.oidcGroupsClaim)), settings.oidcGroups)
  return {
    issuer,
    subject,
    id,
    name: textOf(claims.name) ?? id,
    ...(email !== undefined && email.length <= LONGEST && { email }),
    ...rights,
  }
}

const LONGEST = 512

function idOf(claims: Claims, claim: string): string {
  const id = textOf(read(claims, claim))
  if (id === undefined || !/^[A-Za-z0-9_@.-]{1,512}$/.test(id))
    throw new SignInFailure(
      'incomplete',
      `The claim ${claim} of the account ${claims.sub} is not the id of a user (letters, digits and _@.-): set SIGNALBOX_OIDC_USER_CLAIM to another claim, or add a scope to SIGNALBOX_OIDC_SCOPES`,
    )
  // Anyone may claim an address that nobody has verified.
  if (claim === 'email' && claims.email_verified === false)
    throw new SignInFailure('incomplete', `The e-mail address of the account ${claims.sub} is not verified`)
  return id
}

/** Reads a claim by its name, or by a path with dots. Names with dots come first: some providers use URLs. */
function read(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? node[key as never] : undefined,
      claims,
    )
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
