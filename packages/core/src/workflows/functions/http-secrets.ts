import { MASK } from '../../machine/records/secrets/secrets.ts'
import { isSecretInQuery, isSecretParameter } from '../../machine/secrets/secret-names.ts'

/** Masks secrets in headers for the journal. */
export const maskedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isSecretParameter(name) ? MASK : value]))

/** Masks secrets in a URL for the journal. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  if (url.username !== '') url.username = MASK
  if (url.password !== '') url.password = MASK
  for (const name of new Set(url.searchParams.keys())) if (isSecretInQuery(name)) url.searchParams.set(name, MASK)
  return url.href
}

/** Returns the secrets in headers and a URL, so that they can be masked elsewhere too. */
export function secretValues(headers: Readonly<Record<string, string>>, address: string): string[] {
  const { searchParams, password } = URL.parse(address) ?? { searchParams: [], password: '' }
  const named = [...Object.entries(headers), ...searchParams]
  return [password, ...named.flatMap(([name, value]) => (isSecretParameter(name) ? [value, ...partsOf(value)] : []))]
}

/** Returns the parts of a header that may be secrets, as in `Bearer <token>` or `name=<value>; name=<value>`. */
const partsOf = (value: string): string[] =>
  value.split(/[\s;,]+/).flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
