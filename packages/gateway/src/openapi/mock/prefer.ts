/** The preferences of a request (RFC 7240), by name in lower case. The first of a name counts. */
export function preferencesOf(headers: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const preference of headers.flatMap((header) => header.split(','))) {
    const [pair = ''] = preference.split(';', 1)
    const equals = pair.indexOf('=')
    const name = (equals < 0 ? pair : pair.slice(0, equals)).trim().toLowerCase()
    const value = equals < 0 ? '' : pair.slice(equals + 1).trim()
    if (name !== '' && !found.has(name)) found.set(name, value.replace(/^"(.*)"$/, '$1'))
  }
  return found
}
