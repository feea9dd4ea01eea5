/** What the entity tag of a compressed answer ends with: it has other bytes, so it needs another tag (RFC 9110, section 8.8.3). */
const SUFFIX = '-gzip"'

/** Entity tags as they are without compression. */
export const plainTags = (header: string): string => header.replaceAll(SUFFIX, '"')

/**
 * Compresses answers for clients that take gzip, where the runtime can (`CompressionStream`). What has an entity tag is
 * compressed once. Not for streams of events, which must not wait for more of them.
 */
export function createCompressor(): (request: Request, response: Response) => Promise<Response> {
  const compressed = new Map<string, Promise<ArrayBuffer>>()

  async function bodyOf(etag: string | null, body: ReadableStream): Promise<BodyInit> {
    if (etag === null) return inGzip(body)
    const found = compressed.get(etag)
    if (found) await body.cancel()
    const bytes = found ?? new Response(inGzip(body)).arrayBuffer()
    if (!found && compressed.size < MOST) compressed.set(etag, bytes)
    return bytes
  }

  return async (request, response) => {
    const { status, body } = response
    if (status !== 200 && status !== 304) return response
    const headers = new Headers(response.headers)
    headers.append('Vary', 'Accept-Encoding')
    if (typeof CompressionStream === 'undefined' || !takesGzip(request.headers.get('Accept-Encoding')))
      return new Response(body, { status, headers })
    const etag = headers.get('ETag')
    if (etag !== null) headers.set('ETag', etag.replace(/"$/, SUFFIX))
    if (body === null) return new Response(null, { status, headers })
    headers.set('Content-Encoding', 'gzip')
    // Workers compress bodies with this header themselves, unless they are told that it is done.
    const written = { status, headers, encodeBody: 'manual' }
    return new Response(await bodyOf(etag, body), written)
  }
}

/** There are fewer documents than this. */
const MOST = 32

const inGzip = (body: ReadableStream): ReadableStream => body.pipeThrough(new CompressionStream('gzip'))

/** Whether `Accept-Encoding` takes gzip (RFC 9110, section 12.5.3); without one, what is sent is as it is. */
export function takesGzip(accepted: string | null): boolean {
  const weights = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [coding = '', weight = ''] = part.toLowerCase().split(';')
      const [, q = '1'] = /^\s*q=([\d.]+)\s*$/.exec(weight) ?? []
      return [coding.trim(), Number(q)]
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}
