import { expect, it } from 'vitest'
import { accountOf } from './account-of.ts'

const settings = {
  oidcUserClaim: 'preferred_username',
  oidcGroupsClaim: 'groups',
  oidcGroups: [{ group: 'platform', admin: true }],
}
const claims = {
  iss: 'https://id.example',
  sub: '17',
  preferred_username: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
}

it('claims become an account', () => {
  expect(accountOf({ ...claims, groups: ['platform'] }, settings)).toEqual({
    ...{ issuer: 'https://id.example', subject: '17', id: 'ada', name: 'Ada', email: 'ada@example.com' },
    ...{ admin: true, authorizedPatterns: [] },
  })
  expect(accountOf({ iss: 'i', sub: 's', preferred_username: 'ada' }, settings)).toEqual({
    ...{ issuer: 'i', subject: 's', id: 'ada', name: 'ada', admin: false, authorizedPatterns: [] },
  })
})

it.each([
  ['groups', { groups: 'platform' }],
  ['realm_access.roles', { realm_access: { roles: ['other', 'platform'] } }],
  ['https://example.com/groups', { 'https://example.com/groups': ['platform'] }],
])('groups are read from the claim %s', (oidcGroupsClaim, more) => {
  expect(accountOf({ ...claims, ...more }, { ...settings, oidcGroupsClaim }).admin).toBe(true)
})

it.each([[7], [[7, null, { platform: true }]], [{ platform: true }], [null]])('other groups are none: %j', (groups) => {
  expect(accountOf({ ...claims, groups }, settings).admin).toBe(false)
})

it.each([undefined, 7, '', 'a b', 'a:b', 'a/b', 'ä'])('the claim %j is not the id of a user', (preferred_username) => {
  expect(() => accountOf({ ...claims, preferred_username }, settings)).toThrow('SIGNALBOX_OIDC_USER_CLAIM')
})

it('an e-mail address is the id of a user unless the provider says that it is not verified', () => {
  const byEmail = { ...settings, oidcUserClaim: 'email' }
  expect(accountOf(claims, byEmail).id).toBe('ada@example.com')
  expect(() => accountOf({ ...claims, email_verified: false }, byEmail)).toThrow('not verified')
})
