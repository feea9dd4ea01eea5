import type { PlainResponse } from '@signalbox/core/wire'
import type { CallRequest } from './call-request.ts'

/** The suffix of a compressed response's entity tag: other bytes need another tag (RFC 9110, section 8.8.3). */
const SUFFIX = '-gzip"'

/** Entity tags without the suffix. */
export const plainTags = (header: string): string => header.replaceAll(SUFFIX, '"')

/**
 * Compresses responses for clients that accept gzip, if the runtime supports `CompressionStream`. Responses with an
 * entity tag are compressed once and cached. Not for event streams, where it would delay events.
 */
export function createCompressor(): (request: Request, response: Response) => Promise<Response> {
  const compressed = new Map<string, Promise<ArrayBuffer>>()

  async function bodyOf(etag: string | null, body: ReadableStream): Promise<BodyInit> {
    if (etag === null) return inGzip(body)
    const found = compressed.get(etag)
    if (found) await body.cancel()
    const bytes = found ?? new Response(inGzip(body)).arrayBuffer()
    if (!found && compressed.size < MOST_DOCUMENTS) compressed.set(etag, bytes)
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
    // Workers would compress a body with this header again unless told that it is already encoded.
    const written = { status, headers, encodeBody: 'manual' }
    return new Response(await bodyOf(etag, body), written)
  }
}

/** Compresses a response for clients that accept gzip, as it is read. */
export function compressed(
  { headers: asked }: Pick<CallRequest, 'headers'>,
  { status, body, ...rest }: PlainResponse,
): PlainResponse {
  const headers = { ...rest.headers, Vary: 'Accept-Encoding' }
  const isTaken = typeof CompressionStream !== 'undefined' && takesGzip(asked.get('Accept-Encoding'))
  if (body === null || !isTaken) return { status, headers, body }
  const stream = typeof body === 'string' ? new Blob([body]).stream() : body
  return { status, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: inGzip(stream) }
}

/** The cache limit, above the number of documents. */
const MOST_DOCUMENTS = 32

/** Compresses bytes as they are read. Cancelling ends the source itself, because not every runtime passes that on. */
function inGzip(body: ReadableStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  const source = body.getReader()
  const compressed = readAlong(source).pipeThrough(new CompressionStream('gzip')).getReader()
  return readAlong(compressed, () => Promise.allSettled([source.cancel(), compressed.cancel()]))
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>

const readAlong = (reader: Reader, cancel: () => unknown = () => reader.cancel()) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await cancel()
      },
    },
    { highWaterMark: 0 },
  )

/**
 * Whether `Accept-Encoding` accepts gzip (RFC 9110, section 12.5.3). Without the header, responses are not compressed.
 */
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
