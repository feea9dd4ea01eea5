import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import { type ApiTest, emitted, problem } from './api-test.ts'
import { leniently } from './documented.ts'
import { summary } from './records/kinds.ts'

const secret = 'a-secret-of-tests'
const password = 'a long password'

/** API keys, users and sessions, and who is calling (here: the owner of the service). */
export function describeAccess(test: ApiTest): void {
  describe('an API key', () => {
    const shown = (clientId: string, name = clientId) => ({ clientId, name, authorizedPatterns: [], admin: false })
    const add = (value: string) => [{ op: 'add' as const, path: '/clientSecret', value }]

    test('returns its secret only in the response that sets it', async ({ api }) => {
      const body = { clientId: 'k', name: 'k', clientSecret: secret }
      const events = await emitted(api, async () => {
        expect(await api.apiKeys.create({ body })).toEqual({ ...shown('k'), clientSecret: secret })
        expect(await api.apiKeys.get({ id: 'k' })).toEqual(shown('k'))
        expect((await api.apiKeys.list()).results).toEqual([shown('k')])
        const other = `another-${secret}`
        expect(await api.apiKeys.patch({ id: 'k', body: add(other) })).toEqual({ ...shown('k'), clientSecret: other })
        expect(await api.apiKeys.replace({ id: 'k', body })).toEqual({ ...shown('k'), clientSecret: secret })
        expect(await api.apiKeys.delete({ id: 'k' })).toEqual(shown('k'))
      })
      expect(events.map(summary)).toEqual([
        ['APIKEY_CREATED', 'k', shown('k')],
        ['APIKEY_UPDATED', 'k', shown('k'), shown('k')],
        ['APIKEY_UPDATED', 'k', shown('k'), shown('k')],
        ['APIKEY_DELETED', 'k', shown('k')],
      ])
    })

    test('gets an id and a secret if they are omitted', async ({ api }) => {
      const { clientId = '', clientSecret, ...rest } = await api.apiKeys.create({ body: { name: 'k' } })
      expect(clientId).toMatch(/^[a-z2-9]{16}$/)
      expect(clientSecret).toMatch(/^[a-z2-9]{64}$/)
      expect(await api.apiKeys.get({ id: clientId })).toEqual({ clientId, ...rest })
    })

    test('keeps its secret if it is omitted, even when renamed', async ({ api }) => {
      await api.apiKeys.create({ body: { clientId: 'k', name: 'k', clientSecret: secret } })
      const hash = async () =>
        (await collect(await api.apiKeys.export())).map(({ clientSecretHash }) => clientSecretHash)
      const before = await hash()
      expect(await api.apiKeys.replace({ id: 'k', body: { name: 'other' } })).toEqual(shown('k', 'other'))
      await api.apiKeys.patch({ id: 'k', body: [{ op: 'replace', path: '/name', value: 'third' }] })
      expect(await api.apiKeys.replace({ id: 'k', body: { clientId: 'l', name: 'l' } })).toEqual(shown('l'))
      expect(before).toEqual([expect.stringMatching(/^hmac-sha256\$/)])
      expect(await hash()).toEqual(before)
    })

    test('has grants in one form for all spellings', async ({ api }) => {
      const body = leniently({ clientId: 'k', name: 'k', authorizedPatterns: 'a:*$$$RU,b' as never })
      const { authorizedPatterns } = await api.apiKeys.create({ body })
      expect(authorizedPatterns).toEqual([{ pattern: 'a:*', rights: ['R', 'U'] }, { pattern: 'b' }])
    })

    test.for<[what: string, body: object, pointer: string]>([
      ['an id of two segments', { clientId: 'a:b', name: 'k' }, '/clientId'],
      ['a secret of 15 characters', { name: 'k', clientSecret: 'x'.repeat(15) }, '/clientSecret'],
      ['a hash', { name: 'k', clientSecretHash: 'x' }, '/clientSecretHash'],
    ])('is rejected with %s', async ([, body, pointer], { api }) => {
      await expect(api.apiKeys.create({ body: body as { name: string } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [pointer]: [expect.anything()] },
      })
    })

    test('is uploaded as it was downloaded', async ({ api }) => {
      for (const clientId of ['k', 'l']) await api.apiKeys.create({ body: { clientId, name: clientId } })
      const lines = await collect(await api.apiKeys.export())
      expect(await api.apiKeys.deleteMany({ pattern: '*' })).toEqual({ count: 2 })
      expect(await api.apiKeys.import({ body: lines as never })).toMatchObject({ success: 2 })
      expect(await collect(await api.apiKeys.export())).toEqual(lines)
      expect(await api.apiKeys.count({ pattern: 'k' })).toEqual({ count: 1 })
    })
  })

  describe('a user', () => {
    const shown = { id: 'u', name: 'u', email: 'u@x.tld', admin: false, temporary: false, authorizedPatterns: [] }
    const body = { id: 'u', name: 'u', email: 'u@x.tld', password }

    test('never shows the password', async ({ api }) => {
      const events = await emitted(api, async () => {
        expect(await api.users.create({ body })).toEqual(shown)
        expect(await api.users.get({ id: 'u' })).toEqual(shown)
        expect((await api.users.list()).results).toEqual([shown])
        const other = [{ op: 'add' as const, path: '/password', value: 'another password' }]
        expect(await api.users.patch({ id: 'u', body: other })).toEqual(shown)
        expect(await api.users.replace({ id: 'u', body })).toEqual(shown)
        expect(await api.users.delete({ id: 'u' })).toEqual(shown)
      })
      expect(events.map(({ type }) => type)).toEqual(['USER_CREATED', 'USER_UPDATED', 'USER_UPDATED', 'USER_DELETED'])
      for (const event of events) expect(event.payload).toEqual(shown)
    })

    test('needs a password of 12 characters', async ({ api }) => {
      await expect(api.users.create({ body: { ...body, password: 'x'.repeat(11) } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/password': [problem('error.length.minimum', '12')] },
      })
    })

    test('is uploaded as it was downloaded, with the password hash', async ({ api }) => {
      await api.users.create({ body })
      const lines = await collect(await api.users.export())
      expect(JSON.stringify(lines)).toContain('passwordHash')
      expect(await api.users.deleteMany({ pattern: '*' })).toEqual({ count: 1 })
      expect(await api.users.count()).toEqual({ count: 0 })
      expect(await api.users.import({ body: lines as never })).toMatchObject({ success: 1 })
      expect(await api.login({ body: { userId: 'u', password } })).toEqual(shown)
    })

    test('who is the last admin is not deleted in bulk', async ({ api }) => {
      for (const id of ['a', 'b']) await api.users.create({ body: { id, name: id, admin: true } })
      expect(await api.users.deleteMany({ pattern: '*' })).toEqual({ count: 1 })
      expect((await api.users.list()).results).toMatchObject([{ id: 'b' }])
    })

    test('logs in with the right password and no other', async ({ api }) => {
      await api.users.create({ body })
      expect(await api.login({ body: { userId: 'u', password } })).toEqual(shown)
      const refused = { code: 'UNAUTHENTICATED', errors: [problem('error.credentials')] }
      await expect(api.login({ body: { userId: 'u', password: 'a wrong password' } })).rejects.toMatchObject(refused)
      await expect(api.login({ body: { userId: 'nobody', password } })).rejects.toMatchObject(refused)
    })
  })

  describe('the caller', () => {
    test('is the owner', async ({ api }) => {
      expect(await api.me()).toEqual({ id: '', name: '', kind: 'Owner', admin: true, authorizedPatterns: [] })
    })

    test('can log out without a session', async ({ api }) => {
      expect(await api.logout()).toEqual({})
    })

    test('can change a password only as a user', async ({ api }) => {
      const body = { currentPassword: password, newPassword: 'another password' }
      await expect(api.changePassword({ body })).rejects.toMatchObject({
        code: 'INVALID',
        errors: [problem('error.caller.kind', 'User')],
      })
    })
  })
}
