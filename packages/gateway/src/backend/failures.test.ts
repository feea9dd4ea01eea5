import { expect, it } from 'vitest'
import { RefusedError } from '../plugin-api/refused.ts'
import { failureOf } from './failures.ts'
import { TransformError } from './transforms.ts'

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code })
const aggregate = Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' })

it.each([
  [withCode('ECONNREFUSED'), 'errors.backend.unreachable', 'connection_refused'],
  [aggregate, 'errors.backend.unreachable', 'connection_refused'],
  [withCode('ECONNRESET'), 'errors.backend.unreachable', 'connection_terminated'],
  [withCode('UND_ERR_SOCKET', 'other side closed'), 'errors.backend.unreachable', 'connection_terminated'],
  [withCode('EHOSTUNREACH'), 'errors.backend.unreachable', 'destination_ip_unroutable'],
  [withCode('ENOTFOUND'), 'errors.backend.dns', undefined],
  [withCode('EAI_AGAIN'), 'errors.backend.dns', undefined],
  [withCode('CERT_HAS_EXPIRED'), 'errors.backend.tls', 'tls_certificate_error'],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'errors.backend.tls', 'tls_certificate_error'],
  [withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'errors.backend.tls', 'tls_certificate_error'],
  [withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'errors.backend.tls', 'tls_protocol_error'],
  [
    withCode('ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'),
    'errors.backend.tls',
    'tls_protocol_error',
  ],
  [withCode('ECONNRESET', 'read ECONNRESET'), 'errors.backend.unreachable', 'connection_terminated'],
  [withCode('EPROTO'), 'errors.backend.tls', 'tls_protocol_error'],
  [withCode('UND_ERR_CONNECT_TIMEOUT'), 'errors.backend.timeout', 'connection_timeout'],
  [withCode('UND_ERR_HEADERS_TIMEOUT'), 'errors.backend.timeout', 'http_response_timeout'],
  [withCode('UND_ERR_BODY_TIMEOUT'), 'errors.backend.timeout', 'http_response_timeout'],
  [withCode('UND_ERR_HEADERS_OVERFLOW'), 'errors.backend.bad.response', undefined],
  [withCode('UND_ERR_SOCKET', 'bad response'), 'errors.backend.bad.response', undefined],
  [Object.assign(new Error(), { name: 'HTTPParserError' }), 'errors.backend.bad.response', undefined],
  [withCode('UND_ERR_INVALID_ARG', 'duplicate host header'), 'errors.plugin.failed', undefined],
  [new TransformError(new TypeError('oops')), 'errors.plugin.failed', undefined],
  [new RefusedError({ refuse: 'errors.body.too.large' }), 'errors.body.too.large', undefined],
  [new Error('unknown'), 'errors.backend.unreachable', 'connection_terminated'],
])('%s is %s', (error, cause, proxyError) => {
  const failure = failureOf(error)
  expect([failure.cause, failure.detail?.proxyError]).toEqual([cause, proxyError])
})
