import type { CauseId } from '@signalbox/core/gateway'
import { RefusedError } from '../plugin-api/refused.ts'
import { TargetRefusedError } from './target-policy.ts'
import { tlsWords } from './tls-words.ts'
import { TransformError } from './transforms.ts'

/** More about a failure. */
export interface FailureDetail {
  readonly status?: number | undefined
  readonly message?: string | undefined
  readonly headers?: readonly string[] | undefined
  /** The error type of RFC 9209. @default that of the cause */
  readonly proxyError?: string | undefined
}

/** Why a call of a backend failed. */
export interface Failure {
  /** The id of the cause. */
  readonly cause: CauseId
  readonly detail?: FailureDetail | undefined
  /** What operators should learn. */
  readonly error?: unknown
  /** What is wrong with the server, in words, where the error says more than the cause. */
  readonly reason?: string
}

/** Whether the backend is to blame, or the way to it, so that another attempt may succeed. */
export const isOfBackend = ({ cause }: Failure): boolean => cause.startsWith('errors.backend.') && !ofOthers.has(cause)

/** Causes in the name of a backend that say nothing about it: of clients, and of the queue in front of it. */
const ofOthers: ReadonlySet<string> = new Set(['errors.backend.body.too.large', 'errors.backend.overloaded'])

/** Whether there was no connection to the server, if a call failed before a byte of it was sent. */
export const isOfConnection = ({ cause, detail }: Failure): boolean =>
  unconnected.has(cause) || (cause === 'errors.backend.timeout' && detail?.proxyError === 'connection_timeout')

const unconnected: ReadonlySet<string> = new Set([
  ...['errors.backend.unreachable', 'errors.backend.dns', 'errors.backend.tls'],
  // The address of the server is one that targets must not have.
  'errors.backend.unavailable',
])

/** The failure of a call that exceeded a time limit. */
export const timeouts = {
  connect: timeout('The service did not accept a connection in time', 'connection_timeout'),
  head: timeout('The service did not respond in time', 'http_response_timeout'),
  total: timeout('The service did not finish its response in time', 'http_response_timeout'),
  silence: timeout('The service stopped in the middle of its response', 'http_response_timeout'),
} satisfies Record<string, Failure>

/** The failure of a call that got no connection in time, since others have them all. No failure of the target. */
export const overloaded: Failure = {
  cause: 'errors.backend.overloaded',
  detail: { headers: ['Retry-After', '1'] },
}

/** The failure of a response that must not be passed on. */
export const badResponse = (message?: string): Failure => ({
  cause: 'errors.backend.bad.response',
  detail: { message },
})

/** The failure that an error of undici or of Node stands for. */
export function failureOf(error: unknown): Failure {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return knownFailureOf(error) ?? byMessage(code, message)
}

/** The failure that an error with a known code stands for; `undefined` for other errors. */
export function knownFailureOf(error: unknown): Failure | undefined {
  if (error instanceof RefusedError) {
    const { refuse, ...detail } = error.refused
    return { cause: refuse, detail }
  }
  if (error instanceof TransformError) return { cause: 'errors.plugin.failed', error: error.cause }
  if (error instanceof TargetRefusedError) return { cause: 'errors.backend.unavailable' }
  const { code = '', message = '', name } = error as { code?: string; message?: string; name?: string }
  if (name === 'HTTPParserError') return notHttp
  if (unsendable.has(code)) return { cause: 'errors.plugin.failed', error }
  if (code === 'UND_ERR_SOCKET') return byMessage(code, message)
  if (code === 'ECONNRESET' && message.includes(BEFORE_TLS)) return { ...noTls, reason: tlsWords({ code }) }
  const found = byCode[code] ?? byPattern.find(({ codes }) => codes.test(code))?.failure
  return found?.cause === 'errors.backend.tls' ? { ...found, reason: tlsWords(error as { code: string }) } : found
}

function timeout(message: string, proxyError: string): Failure {
  return { cause: 'errors.backend.timeout', detail: { message, proxyError } }
}

const unreachable = (proxyError: string): Failure => ({ cause: 'errors.backend.unreachable', detail: { proxyError } })

const byCode: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: unreachable('connection_refused'),
  ECONNRESET: unreachable('connection_terminated'),
  EPIPE: unreachable('connection_terminated'),
  EHOSTUNREACH: unreachable('destination_ip_unroutable'),
  ENETUNREACH: unreachable('destination_ip_unroutable'),
  EADDRNOTAVAIL: unreachable('destination_ip_unroutable'),
  ETIMEDOUT: timeouts.connect,
  UND_ERR_CONNECT_TIMEOUT: timeouts.connect,
  UND_ERR_HEADERS_TIMEOUT: timeouts.head,
  UND_ERR_BODY_TIMEOUT: timeouts.silence,
  ENOTFOUND: { cause: 'errors.backend.dns' },
  UND_ERR_HEADERS_OVERFLOW: badResponse('The headers of the response are too large'),
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: badResponse('The response has another length than it says'),
  // undici asserts that statuses have three digits.
  ERR_ASSERTION: badResponse('The status of the response is invalid'),
}

/** What undici does not send: a plugin has added a header that frames messages, or a value that no header can carry. */
const unsendable = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'])

const notHttp = badResponse('The response is not HTTP')

/** Node's words for a connection that the server closed without having spoken TLS. */
const BEFORE_TLS = 'before secure TLS connection was established'

const noTls: Failure = { cause: 'errors.backend.tls', detail: { proxyError: 'tls_protocol_error' } }

const byPattern: readonly { readonly codes: RegExp; readonly failure: Failure }[] = [
  { codes: /^EAI_/, failure: { cause: 'errors.backend.dns' } },
  {
    codes: /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|ERR_TLS_CERT|INVALID_CA|PATH_LENGTH)/,
    failure: { cause: 'errors.backend.tls', detail: { proxyError: 'tls_certificate_error' } },
  },
  {
    codes: /^(ERR_SSL_|ERR_TLS_|EPROTO$|ERR_OSSL_)/,
    failure: noTls,
  },
  { codes: /^HPE_/, failure: notHttp },
]

/** `UND_ERR_SOCKET` stands for a closed connection and for an unexpected 1xx; only the message tells them apart. */
function byMessage(code: string, message: string): Failure {
  if (code === 'UND_ERR_SOCKET' && message.startsWith('bad ')) return badResponse('The response is unexpected')
  // OpenSSL's errors on a connection that fails before TLS is established.
  if (/secure TLS connection|TLS/.test(message)) return { cause: 'errors.backend.tls' }
  return unreachable('connection_terminated')
}
