import { expect, it } from 'vitest'
import { mayPass } from './may-pass.ts'

const coded = (code: string, syscall?: string) =>
  Object.assign(new Error('failed'), { code, ...(syscall && { syscall }) })

it.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'EADDRNOTAVAIL'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'CONNECT_TIMEOUT', 'QUERY_TIMEOUT', 'POOL_TIMEOUT'],
  ...[
    '57P03',
    '57P01',
    '57P02',
    '57P05',
    '57014',
    '53300',
    '53100',
    '08006',
    '08P01',
    '25006',
    '40001',
    '40P01',
    '55P03',
  ],
])('%s may pass', (code) => expect(mayPass(coded(code))).toBe(true))

it.each([
  ...[
    '28P01',
    '28000',
    '3D000',
    '3F000',
    '42501',
    '42P01',
    '54001',
    '57P04',
    '58030',
    'XX001',
    'SB001',
    'SB002',
    '0A000',
  ],
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SQLITE_ERROR',
    'EACCES',
    '',
  ],
])('%s lasts', (code) => expect(mayPass(coded(code))).toBe(false))

it.each([
  ['Connection terminated unexpectedly', true],
  ['Connection terminated due to connection timeout', true],
  ['timeout expired', true],
  ['The server does not support SSL connections', false],
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', false],
])('an error without a code: %s', (message, passes) => expect(mayPass(new Error(message))).toBe(passes))

it('a missing socket may pass, a missing file of a certificate lasts', () => {
  expect(mayPass(coded('ENOENT', 'connect'))).toBe(true)
  expect(mayPass(coded('ENOENT', 'open'))).toBe(false)
})

it('one of several errors is enough', () => {
  expect(mayPass(new AggregateError([coded('28P01'), coded('ECONNREFUSED')]))).toBe(true)
  expect(mayPass(new AggregateError([coded('28P01'), coded('3D000')]))).toBe(false)
  expect(mayPass(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }))).toBe(true)
})

it('what is no error lasts', () => expect([mayPass(undefined), mayPass('ECONNREFUSED')]).toEqual([false, false]))
