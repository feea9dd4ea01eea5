import { describe, expect, it } from 'vitest'
import { isPrivateKey, isSecretMember, isSecretName, isSecretParameter } from './secret-names.ts'

describe('names of secrets', () => {
  it.each([
    ...['Authorization', 'Proxy-Authorization', 'WWW-Authenticate', 'Cookie', 'Set-Cookie', 'X-Api-Key', 'apikey'],
    ...['Service-Client-Secret', 'X-Access-Token', 'X-Amz-Signature', 'subscription-key', 'X-Auth', 'X-OAuth'],
    ...['password', 'passwd', 'passphrase', 'clientSecret', 'clientsecret', 'dbpassword', 'csrftoken', 'id_token'],
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
