import { describe, expect, it } from 'vitest'
import { wordsOf, wordsOfError } from './failure-words.ts'
import { failureOf, timeouts } from './failures.ts'
import { TargetRefusedError } from './target-policy.ts'

const withCode = (code: string, message = 'cryptic') => Object.assign(new Error(message), { code })

describe('the words for a failure', () => {
  it.each<[error: Error, words: string]>([
    [withCode('ECONNREFUSED'), 'connection refused'],
    [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'connection refused'],
    [withCode('ECONNRESET'), 'the server closed the connection'],
    [withCode('UND_ERR_SOCKET', 'other side closed'), 'the server closed the connection'],
    [withCode('EHOSTUNREACH'), 'there is no route to the server'],
    [withCode('ENOTFOUND'), 'the host name cannot be resolved'],
    [withCode('EAI_AGAIN'), 'the host name cannot be resolved'],
    [withCode('CERT_HAS_EXPIRED'), 'the certificate of the server has expired (CERT_HAS_EXPIRED)'],
    [
      withCode('ERR_TLS_CERT_ALTNAME_INVALID'),
      'the certificate of the server is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    [
      Object.assign(withCode('ERR_TLS_CERT_ALTNAME_INVALID'), {
        ...{ host: 'a.tld', cert: { subjectaltname: 'DNS:b.tld, IP Address:127.0.0.1' } },
      }),
      'the certificate of the server is for b.tld, 127.0.0.1, not for a.tld (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    [
      Object.assign(withCode('ERR_TLS_CERT_ALTNAME_INVALID'), {
        ...{ host: 'a.tld', cert: { subjectaltname: `DNS:${'b'.repeat(999)}` } },
      }),
      `the certificate of the server is for ${'b'.repeat(200)}…, not for a.tld (ERR_TLS_CERT_ALTNAME_INVALID)`,
    ],
    [
      withCode('DEPTH_ZERO_SELF_SIGNED_CERT'),
      'the certificate of the server is self-signed, and tls_config.ca does not have it (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
    [
      withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
      'the certificate of the server is by an unknown authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
    ],
    [withCode('CERT_REVOKED'), 'the certificate of the server is not accepted (CERT_REVOKED)'],
    [withCode('ERR_TLS_CERT_PIN'), 'the key of the server is not one of tls_config.pins (ERR_TLS_CERT_PIN)'],
    [
      withCode('ERR_SSL_WRONG_VERSION_NUMBER'),
      'the server does not speak TLS on this port (ERR_SSL_WRONG_VERSION_NUMBER)',
    ],
    [withCode('EPROTO'), 'the server and the gateway do not agree on TLS (EPROTO)'],
    [withCode('UND_ERR_HEADERS_TIMEOUT'), 'the service did not respond in time'],
    [withCode('HPE_INVALID_CONSTANT'), 'the response is not HTTP'],
  ])('%s', (error, words) => {
    expect(wordsOfError(error)).toBe(words)
    expect(wordsOfError(new TypeError('fetch failed', { cause: error }))).toBe(words)
    expect(wordsOf(failureOf(error))).toBe(words)
  })

  it('are those of the cause if nothing more is known', () => {
    expect(wordsOf({ cause: 'errors.backend.reset' })).toBe(
      'the service closed the connection before the response was complete',
    )
    expect(wordsOf(timeouts.silence)).toBe('the service stopped in the middle of its response')
  })

  it('are those of an unknown error', () => {
    expect(wordsOfError(new Error('Too many redirects'))).toBe('too many redirects')
    expect(wordsOfError(new Error('HTTP is over'))).toBe('HTTP is over')
    expect([wordsOfError(withCode('EODD', '')), wordsOfError({})]).toEqual(['EODD', 'no response'])
    expect(wordsOfError(new TargetRefusedError('a:80', 'not allowed'))).toBe(
      'the target a:80 is not called: not allowed',
    )
  })
})
