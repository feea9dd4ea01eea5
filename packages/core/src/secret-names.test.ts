import { describe, expect, it } from 'vitest'
import { isSecretName, isSecretParameter } from './secret-names.ts'

describe('names of secrets', () => {
  it.each([
    ...['Authorization', 'Proxy-Authorization', 'WWW-Authenticate', 'Cookie', 'Set-Cookie', 'X-Api-Key', 'apikey'],
    ...['Service-Client-Secret', 'X-Access-Token', 'X-Amz-Signature', 'subscription-key', 'X-Auth', 'X-OAuth'],
    ...['password', 'passwd', 'passphrase', 'clientSecret', 'clientsecret', 'dbpassword', 'csrftoken', 'id_token'],
    ...['tokens', 'privateKey', 'secretkey', 'jwt', 'credentials', 'token2', 'apiKeys', 'authenticated'],
  ])('are told in every spelling: %s', (name) => {
    expect(isSecretName(name)).toBe(true)
    expect(isSecretParameter(name)).toBe(true)
  })

  it.each(['author', 'authority', 'key', 'keys', 'monkey', 'tokenizer', 'X-Trace', 'secretary', 'passage', ''])(
    'are not those of other things: %s',
    (name) => {
      expect(isSecretName(name)).toBe(false)
    },
  )

  it('have one more in addresses and headers', () => {
    expect(['key', 'Key', 'keys', 'monkey'].map(isSecretParameter)).toEqual([true, true, false, false])
  })
})
