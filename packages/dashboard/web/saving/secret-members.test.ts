import { expect, test } from 'vitest'
import { isSecretMember, withoutSecrets, withoutSecretsIn } from './secret-members.ts'

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
