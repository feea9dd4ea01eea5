import { toHex } from '@signalbox/core/gateway'
import { SignalboxError } from '@signalbox/core/wire'
import { type Listing, readListing } from './listing.ts'

/** Signs and sends requests: an `AwsClient` of `aws4fetch`. */
export interface S3Client {
  fetch(url: string, init?: RequestInit): Promise<Response>
}

/** Which bucket, and how to reach it. */
export interface BucketOptions {
  /** `s3://bucket` or `s3://bucket/prefix`. */
  readonly url: string
  /** Signs the requests, for the same region. */
  readonly client: S3Client
  /** @default 'us-east-1' */
  readonly region?: string | undefined
  /** The address of a store that is compatible with S3, such as `https://minio.example.com`. @default that of AWS in the region */
  readonly endpoint?: string | undefined
  /** Whether the bucket is in the path of URLs, instead of the host. @default true with an endpoint */
  readonly pathStyle?: boolean | undefined
}

/** An object that was read. */
export interface ReadObject {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}

/** The condition under which an object is written: it does not exist, or it still has this ETag. */
export type WriteCondition = 'absent' | { readonly etag: string }

/** The objects below a prefix of a bucket. Each call rejects with UNAVAILABLE, which names the bucket, unless it succeeds. */
export interface Bucket {
  /** `s3://bucket/prefix`, for messages. */
  readonly name: string
  /** Reads an object. `undefined` if there is none; `'same'` if it still has the ETag. */
  get(
    key: string,
    options: { etag?: string | undefined; signal: AbortSignal },
  ): Promise<ReadObject | 'same' | undefined>
  /** Writes an object. Returns whether the condition was met. */
  put(key: string, bytes: Uint8Array<ArrayBuffer>, condition: WriteCondition, signal: AbortSignal): Promise<boolean>
  /** Lists at most 1000 keys after a key, in order. */
  list(prefix: string, options: { after?: string; most?: number; signal: AbortSignal }): Promise<Listing>
  delete(key: string, signal: AbortSignal): Promise<void>
}

/** How long a request may take, in milliseconds. */
const TIMEOUT_MS = 60_000

/** Opens a bucket. Sends nothing yet. Throws a `RangeError` for an invalid address. */
export function openBucket({ url, client, region = 'us-east-1', endpoint, pathStyle }: BucketOptions): Bucket {
  const { bucket, prefix } = partsOf(url)
  const name = `s3://${bucket}${prefix && `/${prefix}`}`
  const within = (key: string) => (prefix === '' ? key : `${prefix}/${key}`)
  const base = baseOf(bucket, { region, endpoint, pathStyle })

  const fail = (why: string, cause?: unknown) => new SignalboxError('UNAVAILABLE', `${name} ${why}`, { cause })

  async function send(path: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
    const signal = AbortSignal.any([init.signal, AbortSignal.timeout(TIMEOUT_MS)])
    try {
      return await client.fetch(`${base}/${path}`, { ...init, signal })
    } catch (cause) {
      init.signal.throwIfAborted()
      throw fail(`cannot be reached: ${reasonOf(cause)}`, cause)
    }
  }

  async function refused(what: string, response: Response): Promise<SignalboxError> {
    const text = await response.text().catch(() => '')
    const [, code = ''] = /<Code>([^<]{1,100})<\/Code>/.exec(text) ?? []
    const advice = response.status === 403 ? ': check the credentials, the region and the rights of the key' : ''
    return fail(`did not let ${what}: ${`${response.status} ${code}`.trim()}${advice}`)
  }

  return {
    name,
    async get(key, { etag, signal }) {
      const headers = etag === undefined ? {} : { 'If-None-Match': etag }
      const response = await send(encodedKey(within(key)), { headers, signal })
      if (response.status === 304) return 'same'
      if (response.status === 404 && !(await isWrong(response))) return undefined
      if (!response.ok) throw await refused(`read ${key}`, response)
      const bytes = await response.arrayBuffer().catch((cause) => {
        signal.throwIfAborted()
        throw fail(`interrupted ${key}`, cause)
      })
      return { bytes: new Uint8Array(bytes), etag: response.headers.get('ETag') ?? '' }
    },
    async put(key, bytes, condition, signal) {
      const digest = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
      const response = await send(encodedKey(within(key)), {
        method: 'PUT',
        body: bytes,
        headers: {
          'X-Amz-Content-Sha256': digest,
          ...(condition === 'absent' ? { 'If-None-Match': '*' } : { 'If-Match': condition.etag }),
        },
        signal,
      })
      if (!response.ok && !(await isLost(response, condition))) throw await refused(`write ${key}`, response)
      await response.body?.cancel()
      return response.ok
    },
    async list(below, { after, most, signal }) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: within(below) })
      if (after !== undefined) query.set('start-after', within(after))
      if (most !== undefined) query.set('max-keys', String(most))
      const response = await send(`?${query.toString().replaceAll('+', '%20')}`, { signal })
      if (!response.ok) throw await refused('list its objects', response)
      return readListing(await response.text(), within(''))
    },
    async delete(key, signal) {
      const response = await send(encodedKey(within(key)), { method: 'DELETE', signal })
      if (!response.ok && response.status !== 404) throw await refused(`delete ${key}`, response)
      await response.body?.cancel()
    },
  }
}

/** Reads an address. Throws a `RangeError` with the expected form. */
export function partsOf(url: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket = '', prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*?))?\/?$/.exec(url) ?? []
  if (
    bucket === '' ||
    prefix.split('/').some((part) => part === '.' || part === '..' || (part === '' && prefix !== ''))
  )
    throw new RangeError('The address of the bucket is invalid: expected s3://bucket or s3://bucket/prefix')
  return { bucket, prefix }
}

/** Whether an answer says that somebody else wrote the object, at this moment (409) or before, or deleted it. */
async function isLost(response: Response, condition: WriteCondition): Promise<boolean> {
  if (response.status === 404) return condition !== 'absent' && !(await isWrong(response))
  return response.status === 412 || response.status === 409
}

/** Whether a 404 says that there is no bucket, rather than no object. */
const isWrong = async (response: Response): Promise<boolean> =>
  (await response.clone().text()).includes('<Code>NoSuchBucket</Code>')

function baseOf(
  bucket: string,
  { region, endpoint, pathStyle = endpoint !== undefined }: Omit<Address, 'bucket'>,
): string {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
  const path = url.pathname.replace(/\/+$/, '')
  return url.origin + path + (pathStyle ? `/${bucket}` : '')
}

type Address = Pick<BucketOptions, 'endpoint' | 'pathStyle'> & { readonly region: string; readonly bucket: string }

const encodedKey = (key: string): string => key.split('/').map(encodeURIComponent).join('/')

/** Some runtimes put the reason into `cause`. */
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown }
  const { message, code } = Object(cause) as { message?: unknown; code?: unknown }
  return String([message, code].find((one) => typeof one === 'string' && one !== '') ?? 'the request failed').slice(
    0,
    300,
  )
}
