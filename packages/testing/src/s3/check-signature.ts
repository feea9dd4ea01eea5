import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Who may call, by AWS Signature Version 4. */
export interface S3Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** @default 'us-east-1' */
  readonly region?: string
}

/** The parts of a request that its signature covers. */
export interface SignedRequest {
  readonly method: string
  /** The path and the query as they were sent. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/** How far the clock of a client may be off. */
const SKEW_MS = 15 * 60_000

/**
 * Checks the `Authorization` header of a request. Returns the error code of S3, such as `SignatureDoesNotMatch`, or
 * `undefined` if the request is signed by the key.
 */
export function checkSignature(request: SignedRequest, key: S3Key, now: number): string | undefined {
  const { headers, body } = request
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  const date = textOf(headers['x-amz-date'])
  const digest = textOf(headers['x-amz-content-sha256'])
  if (!parts || date === '' || digest === '') return 'AccessDenied'
  const [, credential = '', names = '', signature = ''] = parts
  const [id, day, region, service] = credential.split('/')
  if (id !== key.accessKeyId) return 'InvalidAccessKeyId'
  if (day !== date.slice(0, 8) || region !== (key.region ?? 'us-east-1') || service !== 's3')
    return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(timeOf(date) - now) <= SKEW_MS)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const isUnsigned = Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name))
  if (isUnsigned || !signed.includes('host')) return 'AccessDenied'
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const scope = credential.slice(credential.indexOf('/') + 1)
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical(request, { signed, digest }))].join('\n')
  const expected = hmac(signingKey(key, scope.split('/')), text)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch'
}

function canonical(
  { method, target, headers }: SignedRequest,
  { signed, digest }: { readonly signed: readonly string[]; readonly digest: string },
): string {
  const { pathname, searchParams } = new URL(target, 'http://s3')
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const lines = signed.map((name) => `${name}:${textOf(headers[name]).trim().replace(/\s+/g, ' ')}`)
  const path = decodeURIComponent(pathname).split('/').map(encoded).join('/')
  return [method, path, query.join('&'), ...lines, '', signed.join(';'), digest].join('\n')
}

const signingKey = ({ secretAccessKey }: S3Key, scope: readonly string[]): Buffer =>
  scope.reduce<Buffer>((key, part) => hmac(key, part), Buffer.from(`AWS4${secretAccessKey}`))

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const textOf = (value: string | readonly string[] | undefined): string => String(value ?? '')

/** As RFC 3986 says, which signatures require; `encodeURIComponent` leaves some characters. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
