import type { Claims } from './provider.ts'

/** Reads a claim by its name, or by a path with dots. Names with dots come first: some providers use URLs. */
export function readClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  return name
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? node[key as never] : undefined,
      claims,
    )
}

/** A text that is not blank; `undefined` for other values. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

/** The texts of a list, or a single text as a list. */
export const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')

/** Whether the provider vouches for the e-mail address. Some providers send a text. */
export const isVerified = ({ email_verified }: Claims): boolean => email_verified === true || email_verified === 'true'
