import { MASK } from '../../records/secrets.ts'
import { isSecretParameter } from '../../secret-names.ts'

/** Headers as a journal may show them. */
export const maskedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, isSecretParameter(name) ? MASK : value]))

/** An address as a journal may show it. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  if (url.username !== '') url.username = MASK
  if (url.password !== '') url.password = MASK
  for (const name of new Set(url.searchParams.keys())) if (isSecretParameter(name)) url.searchParams.set(name, MASK)
  return url.href
}

/** The secrets that headers and an address carry: nothing else that is told may repeat them. */
export function secretValues(headers: Readonly<Record<string, string>>, address: string): string[] {
  const { searchParams, password } = URL.parse(address) ?? { searchParams: [], password: '' }
  const named = [...Object.entries(headers), ...searchParams]
  return [password, ...named.flatMap(([name, value]) => (isSecretParameter(name) ? [value, ...partsOf(value)] : []))]
}

/** What a header may carry a secret inside of: `Bearer <token>`, `name=<value>; name=<value>`. */
const partsOf = (value: string): string[] =>
  value.split(/[\s;,]+/).flatMap((part) => [part, part.slice(part.indexOf('=') + 1)])
