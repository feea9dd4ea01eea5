import { expect, it } from 'vitest'
import { credentialState, limitWords, previousUntil } from './credential-words.ts'

it('a credential says whether it works', () => {
  expect(credentialState({ enabled: false, rotationDue: true }, 10).word).toBe('Disabled')
  expect(credentialState({ enabled: true, validUntil: 10 }, 10).word).toBe('Expired')
  expect(credentialState({ enabled: true, validUntil: 11, rotationDue: true }, 10).word).toBe('Rotation is due')
  expect(credentialState({ enabled: true }, 10).word).toBe('Enabled')
})

it('its limits are in words', () => {
  expect(limitWords({})).toEqual([])
  expect(
    limitWords({
      quota: { window: 60, perWindow: 10, perDay: 1000 },
      readOnly: true,
      restrictions: { allowed: [{ path: '/a' }], notFound: [{ path: '/b' }, { path: '/c' }] },
      authorizedEntities: ['api_orders'],
      allowClientIdOnly: true,
    }),
  ).toEqual([
    '10 requests per minute and 1,000 a day',
    'only GET, HEAD and OPTIONS',
    'only 1 request allowed',
    '2 requests answered 404',
    'also opens api_orders',
    'the client id is enough, without the secret',
  ])
  expect(limitWords({ restrictions: { enabled: false, forbidden: [{ path: '/a' }] } })).toEqual([])
  expect(limitWords({ constrainedServicesOnly: true, authorizedEntities: ['route_a'] })).toEqual(['only opens route_a'])
})

it('the previous secret works until its time', () => {
  expect([
    previousUntil({ previousUntil: 10 }, 9),
    previousUntil({ previousUntil: 10 }, 10),
    previousUntil({}, 9),
  ]).toEqual([...[10, undefined, undefined]])
})
