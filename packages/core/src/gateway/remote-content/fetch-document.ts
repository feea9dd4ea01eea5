import { fetchFailure } from '../../machine/errors/fetch-failure.ts'
import { join } from '../../machine/json/bytes.ts'
import type { Fetch, Wait } from '../../ports.ts'
import { plainType } from './remote-places.ts'

/** The most bytes of a document. */
export const MOST_BYTES = 2 * 1024 * 1024
/** The most redirects that are followed. */
const MOST_REDIRECTS = 3

/** How the documents of an API are fetched. */
export interface FetchSettings {
  /** How long a document may take, with all redirects, in milliseconds. */
  readonly timeout: number
  readonly followsRedirects: boolean
  /** Sent to one origin alone. @default none */
  readonly secrets?: { readonly origin: string; readonly headers: Readonly<Record<string, string>> } | undefined
}

/** What fetches depend on. */
export interface FetchPorts {
  readonly fetch: Fetch
  readonly wait: Wait
  readonly signal: AbortSignal
}

/** A document that arrived. */
export interface Arrived {
  readonly bytes: Uint8Array
  /** The media type that the server says it has. */
  readonly type?: string
  readonly etag?: string
}

/** The outcome of a fetch: `same` if the document with the known entity tag is still current. */
export type Outcome = Arrived | 'same' | { readonly problem: string }

/**
 * Fetches one document. Never rejects: a failure is a sentence for the owner of the API, without the secrets that were sent.
 * `etag` is the entity tag of the document that is known.
 */
export async function fetchDocument(
  { url, etag }: { readonly url: string; readonly etag?: string | undefined },
  settings: FetchSettings,
  ports: FetchPorts,
): Promise<Outcome> {
  const { timeout, secrets } = settings
  const call = new AbortController()
  const done = new AbortController()
  const signal = AbortSignal.any([call.signal, ports.signal])
  const late = ports.wait(timeout, AbortSignal.any([done.signal, ports.signal])).then((): never => {
    throw new Error(`It did not arrive within ${timeout} ms`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([arrive(new URL(readAddress(url)), etag, settings, { ...ports, signal }), late])
  } catch (error) {
    return { problem: fetchFailure(error, Object.values(secrets?.headers ?? {})) }
  } finally {
    done.abort()
    call.abort()
  }
}

/** The address to fetch, without its fragment. Throws an `Error` for an address that is not fetched. */
export function readAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error('It is not an address of a document: begin with https://')
  if (url.username !== '' || url.password !== '')
    throw new Error('The address includes credentials: remove them, and use the headers of the source')
  url.hash = ''
  return url.href
}

async function arrive(
  first: URL,
  etag: string | undefined,
  { followsRedirects, secrets }: FetchSettings,
  { fetch, signal }: FetchPorts,
): Promise<Arrived | 'same'> {
  for (let url = first, hops = 0; ; hops++) {
    const headers = {
      ...(secrets?.origin === url.origin && sendable(secrets.headers)),
      'accept-encoding': 'identity',
      'user-agent': 'Signalbox',
      ...(etag !== undefined && { 'if-none-match': etag }),
    }
    const response = await fetch(url.href, { method: 'GET', redirect: 'manual', signal, headers })
    if (!isRedirect(response)) return read(response, etag)
    leave(response)
    if (!followsRedirects)
      throw new Error('The server redirects: set follow_redirects of the source, or give the final address')
    if (hops === MOST_REDIRECTS) throw new Error(`The server redirects more than ${MOST_REDIRECTS} times`)
    const location = response.headers.get('location') ?? ''
    const to = location === '' ? undefined : URL.parse(location, url)
    if (!to) throw new Error('The server redirects without an address')
    url = new URL(readAddress(to.href))
  }
}

/** Headers that belong to the connection, or are set here. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|accept-encoding|if-.*)$/i

const sendable = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.test(name)))

const isRedirect = ({ status, type }: Response): boolean =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)

async function read(response: Response, known: string | undefined): Promise<Arrived | 'same'> {
  const { status, headers, body } = response
  const refuse = (why: string): never => {
    leave(response)
    throw new Error(why)
  }
  if (status === 304 && known !== undefined) return 'same'
  if (status !== 200) return refuse(`The server responded with status ${status}`)
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    return refuse(`The response is compressed (${encoding.slice(0, 40)}), which was not asked for`)
  if (Number(headers.get('content-length')) > MOST_BYTES) return refuse(TOO_LARGE)
  const bytes = await readAll(body)
  const type = plainType(headers.get('content-type') ?? '')
  const etag = headers.get('etag') ?? ''
  return {
    bytes,
    ...(type !== '' && type.length <= 200 && { type }),
    ...(etag !== '' && etag.length <= 500 && { etag }),
  }
}

/** Gives up the rest of a response. How long that takes is up to its server, so nothing waits for it. */
function leave({ body }: Response): void {
  body?.cancel().catch(() => {})
}

const TOO_LARGE = `The document has more than ${MOST_BYTES} bytes`

async function readAll(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > MOST_BYTES) {
      reader.cancel().catch(() => {})
      throw new Error(TOO_LARGE)
    }
    chunks.push(value)
  }
  return join(chunks)
}
