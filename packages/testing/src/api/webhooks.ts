import { describe, expect } from 'vitest'
import { collect } from '../collect.ts'
import { type ApiTest, emitted, problem } from './api-test.ts'
import { summary } from './records/kinds.ts'

const MASK = '********'
const secret = `whsec_${btoa('twenty-four bytes or more')}`
const callbackUrl = 'https://receiver.invalid/hook'

/** Webhooks as records. Deliveries need a receiver and are tested elsewhere. */
export function describeWebhooks(test: ApiTest): void {
  describe('a webhook', () => {
    const body = { clientId: 'a:h', callbackUrl, headers: { Authorization: 'Bearer of tests' } }
    const shown = {
      clientId: 'a:h',
      callbackUrl,
      domains: [],
      patterns: [],
      types: [],
      headers: { Authorization: MASK },
      isBanned: false,
      secret: MASK,
      created: '2026-01-01T00:00:00.000',
    }

    test('is created with a secret, which is returned once', async ({ api }) => {
      const created = await api.webhooks.create({ body })
      expect(created).toEqual({ ...shown, secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) })
      expect(await api.webhooks.get({ id: 'a:h' })).toEqual(shown)
      expect((await api.webhooks.list()).results).toEqual([shown])
      expect(await api.webhooks.count({ pattern: 'a:*' })).toEqual({ count: 1 })
    })

    test('has no secret in events', async ({ api, clock }) => {
      const events = await emitted(api, async () => {
        await api.webhooks.create({ body: { ...body, secret } })
        clock.advance(1000)
        await api.webhooks.patch({ id: 'a:h', body: [{ op: 'replace', path: '/isBanned', value: true }] })
        expect(await api.webhooks.delete({ id: 'a:h' })).toEqual({ ...shown, isBanned: true })
      })
      expect(events.map(summary)).toEqual([
        ['WEBHOOK_CREATED', 'a:h', shown],
        ['WEBHOOK_UPDATED', 'a:h', { ...shown, isBanned: true }, shown],
        ['WEBHOOK_DELETED', 'a:h', { ...shown, isBanned: true }],
      ])
    })

    test('keeps its secrets if masks or no secrets are sent', async ({ api }) => {
      await api.webhooks.create({ body: { ...body, secret } })
      expect(await api.webhooks.replace({ id: 'a:h', body: { ...shown, patterns: ['x'] } })).toEqual({
        ...shown,
        patterns: ['x'],
      })
      expect(await api.webhooks.replace({ id: 'a:h', body })).toEqual(shown)
      expect(await api.webhooks.replace({ id: 'a:h', body: { ...body, secret } })).toEqual(shown)
    })

    test('returns a new secret in the response that sets it', async ({ api }) => {
      await api.webhooks.create({ body })
      const add = [{ op: 'add' as const, path: '/secret', value: secret }]
      expect(await api.webhooks.patch({ id: 'a:h', body: add })).toEqual({ ...shown, secret })
      expect(await api.webhooks.get({ id: 'a:h' })).toEqual(shown)
    })

    test('does not keep masked header values for another address', async ({ api }) => {
      await api.webhooks.create({ body })
      const other = 'https://elsewhere.invalid/hook'
      const refused = {
        code: 'INVALID',
        fieldErrors: { '/headers/Authorization': [problem('error.secret.address', '/callbackUrl')] },
      }
      const change = [{ op: 'replace' as const, path: '/callbackUrl', value: other }]
      await expect(api.webhooks.patch({ id: 'a:h', body: change })).rejects.toMatchObject(refused)
      const masked = { ...shown, callbackUrl: other }
      await expect(api.webhooks.replace({ id: 'a:h', body: masked })).rejects.toMatchObject(refused)
      const headers = { Authorization: 'Bearer of the other' }
      expect(await api.webhooks.replace({ id: 'a:h', body: { ...masked, headers } })).toEqual(masked)
    })

    test('can be renamed', async ({ api }) => {
      await api.webhooks.create({ body })
      expect(await api.webhooks.replace({ id: 'a:h', body: { ...shown, clientId: 'b' } })).toEqual({
        ...shown,
        clientId: 'b',
      })
      await expect(api.webhooks.get({ id: 'a:h' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await api.webhooks.deliveries({ id: 'b' })).toEqual({ results: [] })
    })

    test('is uploaded as it was downloaded', async ({ api }) => {
      await api.webhooks.create({ body })
      const lines = await collect(await api.webhooks.export())
      expect(await api.webhooks.import({ body: lines, strategy: 'Replace' })).toMatchObject({
        success: 1,
        errors: { errors: [] },
      })
      expect(await api.webhooks.get({ id: 'a:h' })).toEqual(shown)
    })

    test('is uploaded with masks, which only existing webhooks accept', async ({ api }) => {
      await api.webhooks.create({ body })
      const lines = [shown, { ...shown, clientId: 'plain', headers: {} }]
      expect(await api.webhooks.import({ body: lines, strategy: 'Replace' })).toMatchObject({
        success: 2,
        errors: { errors: [] },
      })
      expect(await api.webhooks.deleteMany({ pattern: '*' })).toEqual({ count: 2 })
      const { success, errors } = await api.webhooks.import({ body: lines })
      expect(success).toBe(1)
      expect(errors.fieldErrors).toEqual({ '/1/headers/Authorization': [problem('error.secret.missing')] })
      expect((await api.webhooks.list()).results.map(({ clientId }) => clientId)).toEqual(['plain'])
    })

    test.for<[what: string, more: object, pointer: string]>([
      ['no URL', { callbackUrl: 'receiver' }, '/callbackUrl'],
      ['a URL of another protocol', { callbackUrl: 'ftp://receiver.invalid' }, '/callbackUrl'],
      ['a URL with credentials', { callbackUrl: 'https://me:word@receiver.invalid' }, '/callbackUrl'],
      ['an unknown domain', { domains: ['Feture'] }, '/domains/0'],
      ['an unknown type', { types: ['FEATURE_CREATED', 'FEATURE_MADE'] }, '/types/1'],
      ['a short secret', { secret: `whsec_${btoa('short')}` }, '/secret'],
      ['a secret that is no base64', { secret: `whsec_${'A'.repeat(33)}` }, '/secret'],
      ['a header that belongs to the connection', { headers: { Host: 'x' } }, '/headers/Host'],
      ['a header of the signature', { headers: { 'Webhook-Id': 'x' } }, '/headers/Webhook-Id'],
      ['a header of two lines', { headers: { 'X-A': 'x\r\nX-B: y' } }, '/headers/X-A'],
      ['a mask that stands for nothing', { headers: { 'X-A': MASK } }, '/headers/X-A'],
      ['a member that it does not have', { url: 'x' }, '/url'],
    ])('is rejected with %s', async ([, more, pointer], { api }) => {
      const wrong = api.webhooks.create({ body: { clientId: 'h', callbackUrl, ...more } })
      await expect(wrong).rejects.toMatchObject({ code: 'INVALID', fieldErrors: { [pointer]: [expect.anything()] } })
      expect(await api.webhooks.count()).toEqual({ count: 0 })
    })

    test('has no deliveries at first', async ({ api }) => {
      await api.webhooks.create({ body })
      expect(await api.webhooks.deliveries({ id: 'a:h' })).toEqual({ results: [] })
      await expect(api.webhooks.deliveries({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('can be tested, or names the missing option', async ({ api }) => {
      await api.webhooks.create({ body })
      const tried = api.webhooks.test({ id: 'a:h' }).catch(({ code, message }) => ({ error: `${code}: ${message}` }))
      expect(await tried).toMatchObject({ error: expect.stringMatching(/^UNAVAILABLE: .*fetch|receiver\.invalid/) })
      await expect(api.webhooks.test({ id: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
}
