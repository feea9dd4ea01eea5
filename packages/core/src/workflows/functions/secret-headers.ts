import { MASK } from '../../records/secrets.ts'

/** Names of headers and query parameters that carry secrets: `Authorization`, `Cookie`, `X-Api-Key`, `Service-Client-Secret`, … */
const SECRET = /auth|cookie|secret|token|passw|credential|signature|(api|access|private|subscription)[-_]?key|^key$/i

/** Headers as a journal may show them. */
export const maskedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, SECRET.test(name) ? MASK : value]))

/** An address as a journal may show it. */
export function maskedUrl(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  if (url.username !== '') url.username = MASK
  if (url.password !== '') url.password = MASK
  for (const name of new Set(url.searchParams.keys())) if (SECRET.test(name)) url.searchParams.set(name, MASK)
  return url.href
}

/** The values of headers and of an address that no sentence may repeat. */
export function secretValues(headers: Readonly<Record<string, string>>, { searchParams }: URL): string[] {
  const named = [...Object.entries(headers), ...searchParams]
  return named.flatMap(([name, value]) => (SECRET.test(name) ? [value] : []))
}
