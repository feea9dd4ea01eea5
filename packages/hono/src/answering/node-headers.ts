/** What is read of the head of a request of Node.js here. */
export interface NodeHead {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly rawHeaders: readonly string[]
}

/** Headers of which Node keeps only the first, while `Headers` joins all that were sent. */
const firstOnly: ReadonlySet<string> = new Set([
  ...['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host', 'if-modified-since'],
  ...['if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer'],
  ...['retry-after', 'server', 'user-agent'],
])

/** The value of a request's header as `Headers.get` returns it; `null` if it was not sent. */
export function headerOf({ headers, rawHeaders }: NodeHead, name: string): string | null {
  const known = inLowerCase(name)
  const value = headers[known]
  if (value === undefined) return null
  if (typeof value !== 'string') return value.join(', ')
  return firstOnly.has(known) ? joined(rawHeaders, known) : value
}

/** Names in lower case. The same few are asked for with every request, and objects find them sooner if they know the text. */
const lowerCase = new Map<string, string>()
const MOST_NAMES = 200

function inLowerCase(name: string): string {
  const known = lowerCase.get(name)
  if (known !== undefined) return known
  const lower = name.toLowerCase()
  if (lowerCase.size < MOST_NAMES) lowerCase.set(name, lower)
  return lower
}

/** All values of a header, as they were sent. */
function joined(rawHeaders: readonly string[], name: string): string {
  let all: string | undefined
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string
    if (sent.length !== name.length || sent.toLowerCase() !== name) continue
    const value = rawHeaders[i + 1] as string
    all = all === undefined ? value : `${all}, ${value}`
  }
  return all ?? ''
}
