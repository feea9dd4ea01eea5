import { expect, test } from 'vitest'
import { isHiddenMember, isSecretMember, losesSecret, withoutSecrets, withoutSecretsIn } from './secret-members.ts'

test.each([
  ['/headers', true],
  ['/headers/Authorization', true],
  ['/secret', true],
  ['/password', true],
  ['/clientSecret', true],
  ['/value/secret', false],
  ['/secretary', false],
  ['/documentation/plans/0/access_mode_configuration/secret', true],
  ['/documentation/plans/12/access_mode_configuration/clientSecret', true],
  ['/documentation/plans/0/metadata/secret', false],
  ['/documentation/source/headers/Authorization', true],
  ['/flows/0/plugins/slots/1/config/clientSecret', true],
  ['/flows/0/plugins/slots/1/config/headers/Cookie', true],
  ['/flows/0/plugins/slots/1/config/auth/user', false],
  ['/flows/0/plugins/slots/1/config/auth/password', true],
  ['/flows/0/plugins/slots/1/config/cookie', false],
  ['/flows/0/plugins/slots/1/config/allow_credentials', true],
  ['/flows/0/plugins/slots/1/config/token_url', false],
  ['/backends/0/backend/tls_config/key', true],
  ['/backend/targets/0/tls_config/key', true],
  ['/backend/targets/0/hostname', false],
  ['/metadata/token', false],
])('%s is secret: %s', (pointer, expected) => expect(isSecretMember(pointer)).toBe(expected))

test('a record to copy has masks instead of secrets, also of those that were just typed', () => {
  const headers = JSON.parse('{"Authorization":"Bearer typed","__proto__":"typed"}')
  const hook = { clientId: 'sync', callbackUrl: 'https://shop.example/', headers, secret: 'whsec_typed' }
  const masked = JSON.stringify(withoutSecrets(hook))
  expect(masked).not.toContain('typed')
  expect(JSON.parse(masked)).toEqual({
    ...{ clientId: 'sync', callbackUrl: 'https://shop.example/', secret: '********' },
    headers: JSON.parse('{"Authorization":"********","__proto__":"********"}'),
  })
  const config = { id: 'shop:limits', value: { secret: 'shown' } }
  expect(withoutSecrets(config)).toBe(config)
})

test('the plans of an API are shown with masks', () => {
  const plan = { id: 'p', access_mode_configuration: { secret: 'typed', issuer: 'us' } }
  const masked = { id: 'p', access_mode_configuration: { secret: '********', issuer: 'us' } }
  expect(withoutSecretsIn('/documentation/plans', [plan])).toEqual([masked])
  expect(withoutSecretsIn('/value', { secret: 'shown' })).toEqual({ secret: 'shown' })
  expect(withoutSecrets({ id: 'a', documentation: { plans: [plan] } })).toEqual({
    id: 'a',
    documentation: { plans: [masked] },
  })
})

test('backends and plugins are shown with masks, also of secrets that were just typed', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\ntyped\n-----END PRIVATE KEY-----'
  const config = {
    ...{ clientSecret: 'typed', token_url: 'https://id.example', allow_credentials: true, cookie: 'group' },
    ...{ headers: { 'X-Api-Key': 'typed', cookie: 'typed', Accept: 'text/html' }, tokens: ['typed', ''], pem },
    auth: { user: 'shop', password: 'typed' },
  }
  const api = {
    id: 'shop',
    flows: [{ id: 'f', plugins: { slots: [{ plugin: 'cp:unknown', config }] } }],
    backends: [{ id: 'main', backend: { targets: [{ hostname: 'a', tls_config: { key: 'typed', cert: 'shown' } }] } }],
    metadata: { token: 'shown' },
  }
  const shown = withoutSecrets(api)
  expect(JSON.stringify(shown)).not.toContain('typed')
  expect(shown.flows[0]!.plugins.slots[0]!.config).toEqual({
    ...{ clientSecret: '********', token_url: 'https://id.example', allow_credentials: true, cookie: 'group' },
    ...{ headers: { 'X-Api-Key': '********', cookie: '********', Accept: 'text/html' }, tokens: ['********', ''] },
    ...{ pem: '********', auth: { user: 'shop', password: '********' } },
  })
  expect(shown.backends[0]!.backend.targets[0]!.tls_config).toEqual({ key: '********', cert: 'shown' })
  expect(shown.metadata).toEqual({ token: 'shown' })
  expect(withoutSecretsIn('/backend/tls_config/key', pem)).toBe('********')
  expect(withoutSecretsIn('/backend/tls_config/key', undefined)).toBeUndefined()
})

test('the header value of testing is not in tables, but in copies', () => {
  const api = { id: 'shop', testing: { headerValue: 'shown' } }
  expect(isHiddenMember('/testing/headerValue')).toBe(true)
  expect(withoutSecrets(api)).toBe(api)
})

const slot = (secret: string) => ({ plugin: 'p', config: { issuer: 'us', secret } })

test.each([
  ['replaces a secret', { pointer: '/documentation/plans/0/x', was: '********', now: 'typed' }, true],
  ['removes a secret', { pointer: '/a/secret', was: '********', now: undefined }, true],
  ['removes a plugin', { pointer: '/flows', was: [slot('********'), slot('')], now: [slot('')] }, true],
  ['replaces a plugin', { pointer: '/flows', was: [slot('********')], now: [slot('typed')] }, true],
  ['adds a plugin', { pointer: '/flows', was: [slot('********')], now: [slot(''), slot('********')] }, false],
  ['sets a secret', { pointer: '/backend/tls_config/key', was: undefined, now: 'typed' }, false],
])('what %s loses one: %#', (_, change, expected) => expect(losesSecret(change)).toBe(expected))
