import { describe, expect, it } from 'vitest'
import {
  isPrivateKey,
  isSecretInQuery,
  isSecretMember,
  isSecretName,
  isSecretParameter,
  isSettings,
  isWithheldParameter,
} from './secret-names.ts'

describe('names of secrets', () => {
  it.each([
    ...['Authorization', 'Proxy-Authorization', 'WWW-Authenticate', 'Cookie', 'Set-Cookie', 'X-Api-Key', 'apikey'],
    ...['Service-Client-Secret', 'X-Access-Token', 'X-Amz-Signature', 'subscription-key', 'X-Auth', 'X-OAuth'],
    ...['password', 'passwd', 'passphrase', 'clientSecret', 'clientsecret', 'dbpassword', 'csrftoken', 'id_token'],
    ...['pwd', 'dbPwd', 'pass', 'smtp_pass', 'SMTP-PASS', 'otp', 'otpCode', 'pin', 'cardPin', 'pin2', 'sid', 'SID'],
    ...[
      'session',
      'X-Session',
      'sessionId',
      'session_id',
      'PHPSESSID',
      'JSESSIONID',
      'connect.sid',
      'sig',
      'X-Hub-Sig',
    ],
    ...['assertion', 'client_assertion', 'SAMLResponse', 'saml_response', 'dsn', 'SENTRY_DSN', 'code_verifier'],
    ...['connectionString', 'connection_string', 'db-connection-string', 'connectionstring'],
    ...['tokens', 'privateKey', 'secretkey', 'jwt', 'credentials', 'token2', 'apiKeys', 'authenticated'],
  ])('are recognized in every spelling: %s', (name) => {
    expect(isSecretName(name)).toBe(true)
    expect(isSecretParameter(name)).toBe(true)
  })

  it.each(['author', 'authority', 'key', 'keys', 'monkey', 'tokenizer', 'X-Trace', 'secretary', 'passage', ''])(
    'do not include %s',
    (name) => {
      expect(isSecretName(name)).toBe(false)
    },
  )

  it.each([
    ...['code', 'statusCode', 'countryCode', 'error_code', 'barcode', 'ticket', 'ticketId', 'supportTicket'],
    ...['passThrough', 'pass_through', 'bypass', 'compass', 'passed', 'pinned', 'pins', 'ping', 'spin', 'pinCount'],
    ...[
      'sessionTimeout',
      'sessions',
      'obsession',
      'accountSid',
      'callSid',
      'side',
      'inside',
      'design',
      'signal',
      'signed',
    ],
    ...['className', 'assertions', 'client_assertion_type', 'otpLength', 'option', 'dsname', 'connection', 'sigma'],
  ])('do not include %s', (name) => {
    expect([isSecretName(name), isSecretParameter(name), isSecretMember(name)]).toEqual([false, false, false])
  })

  it('include codes and tickets in queries and forms only', () => {
    expect(['code', 'Code', 'ticket', 'pin', 'key'].map(isSecretInQuery)).toEqual(Array(5).fill(true))
    expect(['statusCode', 'ticketId', 'codes', 'country_code'].map(isSecretInQuery)).toEqual(Array(4).fill(false))
  })

  it('do not all keep a parameter from workflows, which may check it', () => {
    expect(['otp', 'pin', 'code', 'session', 'ticket'].map(isWithheldParameter)).toEqual(Array(5).fill(false))
    expect(['api_key', 'token', 'password', 'key', 'KEY'].map(isWithheldParameter)).toEqual(Array(5).fill(true))
  })

  it('do not hide the settings of a session', () => {
    expect([isSettings('session'), isSettings('auth'), isSettings('sessionId')]).toEqual([true, true, false])
  })

  it('include one more in URLs and headers', () => {
    expect(['key', 'Key', 'keys', 'monkey'].map(isSecretParameter)).toEqual([true, true, false, false])
  })

  it.each([
    'Authorization',
    'x-api-key',
    'Cookie',
    'clientSecret',
    'client_key',
    'apiToken',
    'signing-key',
    'password',
  ])('include members with a secret: %s', (name) => {
    expect(isSecretMember(name)).toBe(true)
  })

  it.each(['token_url', 'client_secret_header', 'cookieName', 'tokenExpiresIn', 'authType', 'X-Trace', 'key'])(
    'do not include members about a secret: %s',
    (name) => {
      expect(isSecretMember(name)).toBe(false)
    },
  )

  it('are not required for private keys', () => {
    expect(isPrivateKey('-----BEGIN EC PRIVATE KEY-----\nMHc')).toBe(true)
    expect(isPrivateKey('-----BEGIN PUBLIC KEY-----')).toBe(false)
  })
})
