import type { ErrorTemplate } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { collect } from '../../collect.ts'
import { type ApiTest, problem } from '../api-test.ts'

const sample = (serviceId: string, members: Partial<ErrorTemplate> = {}): ErrorTemplate => ({
  name: '',
  description: '',
  tags: [],
  metadata: {},
  genericTemplates: {},
  messages: {},
  template40x: '',
  template50x: '',
  templateBuild: '',
  templateMaintenance: '',
  serviceId,
  ...members,
})

/** Error templates as records, and their previews. */
export function describeErrorTemplates(test: ApiTest): void {
  describe('an error template', () => {
    test('is created, read, replaced, listed and deleted, its templates empty unless given', async ({ api }) => {
      const events = await api.events.stream({ domains: 'ErrorTemplate' })
      const { errorTemplates } = api
      const full = sample('shop:cart', {
        name: 'Cart',
        tags: ['a'],
        metadata: { n: 1 },
        template40x: '<p>${message}</p>',
        genericTemplates: { 'errors\\.service\\..*': 'x' },
        messages: { 'message-404': 'gone' },
      })
      expect(await errorTemplates.create({ body: { serviceId: 'global' } })).toEqual(sample('global'))
      expect(await errorTemplates.create({ body: full })).toEqual(full)
      expect(await errorTemplates.get({ id: 'shop:cart' })).toEqual(full)
      const body = { serviceId: 'global', name: 'All' }
      expect(await errorTemplates.replace({ id: 'global', body })).toEqual(sample('global', { name: 'All' }))
      expect((await errorTemplates.list()).results).toEqual([sample('global', { name: 'All' }), full])
      expect(await errorTemplates.count({ pattern: 'shop:*' })).toEqual({ count: 1 })
      expect(await errorTemplates.delete({ id: 'shop:cart' })).toEqual(full)
      await expect(errorTemplates.get({ id: 'shop:cart' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const types: string[] = []
      for await (const { type } of events) if (types.push(type) === 4) break
      const [created, updated, deleted] = ['CREATED', 'UPDATED', 'DELETED'].map((change) => `ERRORTEMPLATE_${change}`)
      expect(types).toEqual([created, created, updated, deleted])
    })

    test('is patched', async ({ api }) => {
      await api.errorTemplates.create({ body: { serviceId: 'global' } })
      const body = [{ op: 'add' as const, path: '/messages', value: { own: 'x' } }]
      expect(await api.errorTemplates.patch({ id: 'global', body })).toEqual(
        sample('global', { messages: { own: 'x' } }),
      )
    })

    test('is patched by a merge patch', async ({ api }) => {
      const { errorTemplates } = api
      await errorTemplates.create({ body: { serviceId: 'global', name: 'All', messages: { a: '1', b: '2' } } })
      const body = { name: null, messages: { a: null, c: '3' } }
      const messages = { b: '2', c: '3' }
      expect(await errorTemplates.patch({ id: 'global', body })).toEqual(sample('global', { messages }))
      expect((await errorTemplates.list({ sorted: 'serviceId:desc' })).results).toHaveLength(1)
    })

    test('keeps its id', async ({ api }) => {
      await api.errorTemplates.create({ body: { serviceId: 'a' } })
      await expect(api.errorTemplates.replace({ id: 'a', body: { serviceId: 'b' } })).rejects.toMatchObject({
        code: 'INVALID',
      })
    })

    test('is downloaded and uploaded', async ({ api }) => {
      await api.errorTemplates.create({ body: { serviceId: 'a', template50x: 'x' } })
      const lines = await collect(await api.errorTemplates.export())
      await api.errorTemplates.delete({ id: 'a' })
      expect(await api.errorTemplates.import({ body: lines })).toMatchObject({ success: 1 })
      expect(await api.errorTemplates.get({ id: 'a' })).toEqual(sample('a', { template50x: 'x' }))
    })

    test('with an invalid expression is rejected with the position', async ({ api }) => {
      const genericTemplates = { 'errors.*': '', 'errors.(a': '', 'a**': '', '(?=x)': '', ['x'.repeat(513)]: '' }
      await expect(api.errorTemplates.create({ body: { serviceId: 'a', genericTemplates } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: {
          '/genericTemplates/errors.(a': [problem('error.pattern.invalid', 'missing closing )', '9')],
          '/genericTemplates/a**': [problem('error.pattern.invalid', 'invalid nested repetition operator', '2')],
          '/genericTemplates/(?=x)': [problem('error.pattern.invalid', 'invalid or unsupported Perl syntax', '1')],
          [`/genericTemplates/${'x'.repeat(513)}`]: [problem('error.length.maximum', '512')],
        },
      })
    })

    test('with too complex expressions is rejected early', async ({ api }) => {
      const repeats = Array.from({ length: 500 }, (_, i) => [`(?:a?){1000}${'(?:b?){1000}'.repeat(40)}${i}`, ''])
      const genericTemplates = { 'errors.*': '', ...Object.fromEntries(repeats) }
      await expect(api.errorTemplates.create({ body: { serviceId: 'a', genericTemplates } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [`/genericTemplates/${repeats[0]?.[0]}`]: [problem('error.pattern.size', '20000')] },
      })
      const causes = Array.from({ length: 500 }, (_, i) => [`errors.of.our.own.${i}`, 'x'])
      await api.errorTemplates.create({ body: { serviceId: 'a', genericTemplates: Object.fromEntries(causes) } })
    })

    test('previews the response', async ({ api }) => {
      const template40x = '${status} ${message} ${cause} ${other}'
      await api.errorTemplates.create({ body: { serviceId: 'a', template40x, messages: { own: '<b>' } } })
      const answer = await api.errorTemplates.render({ id: 'a', body: { status: 404, cause: 'own', message: '"' } })
      const { 'Gateway-Error-Id': errorId, ...headers } = answer.headers
      expect(errorId).toMatch(/^[a-z2-9]{24}$/)
      expect({ ...answer, headers }).toEqual({
        status: 404,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Gateway-Error': 'true',
          'Cache-Control': 'no-store',
          Vary: 'Accept',
          'Content-Security-Policy': expect.stringMatching(/^default-src 'none'; /),
        },
        body: '404 &quot; &lt;b&gt; ${other}',
        from: '/template40x',
      })
      const json = await api.errorTemplates.render({ id: 'a', body: { cause: 'own', accept: 'application/json' } })
      expect(JSON.parse(json.body)).toMatchObject({ 'gateway-cause': '<b>', 'gateway-raw-error': 'own' })
      await expect(api.errorTemplates.render({ id: 'b', body: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('says which page of the template it shows', async ({ api }) => {
      const genericTemplates = { 'errors.a/b': 'exact', 'errors\\.a.*': 'pattern', 'errors.empty': '' }
      const template = { template40x: 'all', genericTemplates }
      const from = async (cause: string, rest: object = {}) =>
        (await api.errorTemplates.render({ id: 'a', body: { cause, status: 404, template, ...rest } })).from
      expect(await from('errors.a/b')).toBe('/genericTemplates/errors.a~1b')
      expect(await from('errors.ab')).toBe('/genericTemplates/errors\\.a.*')
      expect([await from('errors.empty'), await from('other')]).toEqual(['/template40x', '/template40x'])
      expect(await from('other', { status: 500 })).toBeUndefined()
      expect(await from('errors.a/b', { accept: 'application/json' })).toBeUndefined()
    })

    test.for([200, 204, 302, 404, 500, 599])('previews the response of any status: %i', async (status, { api }) => {
      await api.errorTemplates.create({
        body: { serviceId: 'a', template40x: '4 ${status}', template50x: '5 ${status}' },
      })
      const answer = await api.errorTemplates.render({ id: 'a', body: { status, cause: 'other' } })
      expect([answer.status, answer.body]).toEqual([status, `${status === 404 ? 4 : 5} ${status}`])
      for (const status of [199, 600])
        await expect(api.errorTemplates.render({ id: 'a', body: { status } })).rejects.toMatchObject({
          fieldErrors: { '/status': [expect.anything()] },
        })
    })

    test('is previewed before it is saved, with validation', async ({ api }) => {
      const template = { template50x: 'not saved: ${message}' }
      const shown = await api.errorTemplates.render({ id: 'a', body: { message: 'm', template } })
      expect(shown).toMatchObject({ status: 500, body: 'not saved: m' })
      expect(await api.errorTemplates.count()).toEqual({ count: 0 })
      const wrong = { ...template, genericTemplates: { '(': 'x' }, colour: 'red' }
      await expect(api.errorTemplates.render({ id: 'a', body: { template: wrong as object } })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/template/genericTemplates/(': [expect.anything()], '/template/colour': [expect.anything()] },
      })
    })
  })
}
