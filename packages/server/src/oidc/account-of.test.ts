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
  expect(accountOf({ ...claims, groups: ['platform'] }, settings).account).toEqual({
    ...{ issuer: 'https://id.example', subject: '17', id: 'ada', name: 'Ada', email: 'ada@example.com' },
    ...{ admin: true, authorizedPatterns: [] },
  })
  expect(accountOf({ iss: 'i', sub: 's', preferred_username: 'ada' }, settings)).toEqual({
    account: {
      ...{ issuer: 'i', subject: 's', id: 'ada', name: 'ada', admin: false, authorizedPatterns: [] },
    },
  })
})

it.each([
  ['groups', { groups: 'platform' }],
  ['realm_access.roles', { realm_access: { roles: ['other', 'platform'] } }],
  ['https://example.com/groups', { 'https://example.com/groups': ['platform'] }],
])('groups are read from the claim %s', (oidcGroupsClaim, more) => {
  expect(accountOf({ ...claims, ...more }, { ...settings, oidcGroupsClaim }).account.admin).toBe(true)
})

it.each([[7], [[7, null, { platform: true }]], [{ platform: true }], [null]])('other groups are none: %j', (groups) => {
  expect(accountOf({ ...claims, groups }, settings).account.admin).toBe(false)
})

it.each([undefined, 7, '', 'a b', 'a:b', 'a/b', 'ä'])('the claim %j is not the id of a user', (preferred_username) => {
  const { account, problem } = accountOf({ ...claims, preferred_username, groups: ['platform'] }, settings)
  expect(String(problem)).toContain('SIGNALBOX_OIDC_USER_CLAIM')
  expect(account).toMatchObject({ subject: '17', name: 'Ada', id: undefined, admin: true })
})

it.each<[verified: unknown, id: string | undefined]>([
  [true, 'ada@example.com'],
  ['true', 'ada@example.com'],
  ...[false, 'false', undefined, null, '', 'True', 1, [true], { true: true }].map((one): [unknown, undefined] => [
    one,
    undefined,
  ]),
])('with email_verified %j, the e-mail address as id is %s', (email_verified, id) => {
  const { account, problem } = accountOf({ ...claims, email_verified }, { ...settings, oidcUserClaim: 'email' })
  expect(account.id).toBe(id)
  expect(problem?.message ?? '').toMatch(id === undefined ? /email_verified.+verify it there/ : /^$/)
})
