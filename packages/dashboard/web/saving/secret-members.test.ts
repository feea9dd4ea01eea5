import { expect, test } from 'vitest'
import { isSecretMember, withoutSecrets } from './secret-members.ts'

test.each([
  ['/headers', true],
  ['/headers/Authorization', true],
  ['/secret', true],
  ['/password', true],
  ['/clientSecret', true],
  ['/value/secret', false],
  ['/secretary', false],
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
