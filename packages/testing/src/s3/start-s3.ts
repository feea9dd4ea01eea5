import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { checkSignature, type S3Key } from './check-signature.ts'
import { listObjects, type S3Object } from './list-objects.ts'

/**
 * What happens to a request: `lost` never arrives, of `unanswered` only the answer is lost, and `stalled` waits until the
 * client goes away. Numbers are statuses.
 */
export type S3Fault = 'lost' | 'unanswered' | 'stalled' | number

/** Options of the stand-in. */
export interface S3Options extends S3Key {
  readonly bucket: string
  /** @default a free one */
  readonly port?: number
  /** The time of new objects, and the time that signatures are checked against. @default Date.now */
  readonly clock?: () => number
}

/** A store of objects that answers like S3. */
export interface S3StandIn {
  /** The endpoint, for requests with the bucket in the path. */
  readonly endpoint: string
  /** The objects by key. Tests may change them. */
  readonly objects: Map<string, S3Object>
  /** What was asked, such as `PUT log/1.ndjson.gz 200`. */
  readonly requests: readonly string[]
  /** Decides what happens to requests. @default all succeed */
  fault: (method: string, key: string) => S3Fault | undefined
  close(): Promise<void>
}

/**
 * Starts a stand-in for S3 on a port of 127.0.0.1, with one bucket in memory. It verifies signatures, and knows `GET`,
 * `HEAD`, `PUT` and `DELETE` of objects with `If-Match` and `If-None-Match`, and ListObjectsV2.
 *
 * @example
 * const s3 = await startS3({ bucket: 'flags', accessKeyId: 'test', secretAccessKey: 'test secret' })
 * const client = new AwsClient({ accessKeyId: 'test', secretAccessKey: 'test secret', service: 's3', region: 'us-east-1' })
 * await client.fetch(`${s3.endpoint}/flags/hello.txt`, { method: 'PUT', body: 'hello' })
 * await s3.close()
 */
export async function startS3(options: S3Options): Promise<S3StandIn> {
  const { bucket, port = 0, clock = Date.now } = options
  const objects = new Map<string, S3Object>()
  const requests: string[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '', headers } = request
    const body = await buffer(request)
    const url = new URL(target, 'http://s3')
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    const fault = s3.fault(method, key)
    if (fault === 'lost') return void response.destroy()
    if (fault === 'stalled') return
    const refused = checkSignature({ method, target, headers, body }, options, clock())
    const answer: Answer =
      typeof fault === 'number'
        ? { status: fault, code: 'InternalError' }
        : refused !== undefined
          ? { status: 403, code: refused }
          : name !== bucket
            ? { status: 404, code: 'NoSuchBucket' }
            : key === ''
              ? { status: 200, body: listObjects(objects, url.searchParams) }
              : answerFor({ method, key, headers, body })
    const { status, code, etag } = answer
    requests.push(`${method} ${key}${key === '' ? url.search : ''} ${status}`)
    if (fault === 'unanswered') return void response.destroy()
    const error = code && `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`
    response.writeHead(status, etag ? { ETag: etag } : {}).end(method === 'HEAD' ? '' : (answer.body ?? error))
  }

  function answerFor({ method, key, headers, body }: Call): Answer {
    const found = objects.get(key)
    const { 'if-match': wanted, 'if-none-match': unwanted } = headers
    const isUnwanted = found !== undefined && (unwanted === '*' || unwanted === found.etag)
    if (method === 'PUT' || method === 'DELETE') {
      if (wanted !== undefined && !found) return { status: 404, code: 'NoSuchKey' }
      if (isUnwanted || (wanted !== undefined && wanted !== found?.etag))
        return { status: 412, code: 'PreconditionFailed' }
      if (method === 'DELETE') objects.delete(key)
      if (method === 'DELETE') return { status: 204 }
      const etag = `"${createHash('md5').update(body).digest('hex')}"`
      objects.set(key, { body, etag, at: clock() })
      return { status: 200, etag }
    }
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, code: 'MethodNotAllowed' }
    if (!found) return { status: 404, code: 'NoSuchKey' }
    return isUnwanted ? { status: 304, etag: found.etag } : { status: 200, body: found.body, etag: found.etag }
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const s3: S3StandIn = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    requests,
    fault: () => undefined,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return s3
}

interface Answer {
  readonly status: number
  readonly body?: Uint8Array | string
  readonly etag?: string
  readonly code?: string
}

interface Call extends Pick<IncomingMessage, 'headers'> {
  readonly method: string
  readonly key: string
  readonly body: Uint8Array
}
