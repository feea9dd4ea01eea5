import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'

/** Secrets of backends, and of plugins without a schema, are masked in every response. */
export function describeUpstreamSecrets(test: ApiTest): void {
  describe('upstream secrets', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nnot to be seen\n-----END PRIVATE KEY-----'
    const seen = 'not to be seen'
    const headers = { Authorization: `Bearer ${seen}`, 'x-api-key': seen, Cookie: `a=${seen}`, 'X-Trace': 'told' }
    const settings = {
      targets: [{ hostname: 'h', tls: true, tls_config: { key } }],
      tls_config: { key, client_key: seen, sni: 'up.tld' },
      auth: { password: seen, user: 'me', token_url: 'https://t.tld' },
      pem: key,
    }
    const body = {
      id: 'a',
      name: 'A',
      backends: [{ id: 'b', backend: settings }],
      routes: [
        { id: 'r', backend: 'b', flow_ref: 'f' },
        { id: 's', backend: 'shared', flow_ref: 'f' },
      ],
      flows: [
        {
          id: 'f',
          plugins: {
            slots: [
              { plugin: 'cp:gateway.next.plugins.AdditionalHeadersIn', config: { headers } },
              { plugin: 'cp:gateway.next.plugins.Canary', config: { backend: 'shared' } },
              { plugin: 'theirs', config: { apiToken: seen, tokens: [seen], nested: { secretNames: 'told' } } },
            ],
          },
        },
      ],
    }
    const shown = {
      tls_config: { key: '********', client_key: '********', sni: 'up.tld' },
      auth: { password: '********', user: 'me', token_url: 'https://t.tld' },
      pem: '********',
    }

    test('in backends and plugins are masked in answers, lists, routes, exports and events', async ({ api }) => {
      const answers: unknown[] = []
      const events = await emitted(
        api,
        async () => {
          answers.push(
            await api.backends.create({ body: { id: 'shared', backend: settings } }),
            await api.backends.list(),
            await api.apis.create({ body }),
            await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } }),
            await api.apis.deployments.create({ id: 'a', body: {} }),
            await api.apis.get({ id: 'a' }),
            await api.apis.list(),
            await api.apis.routes({ id: 'a' }),
            await api.routes(),
            await api.apis.lint({ id: 'a' }),
            await api.apis.draft.get({ id: 'a' }),
            await api.apis.deployments.list({ id: 'a' }),
            await api.apis.draft.diff({ id: 'a' }),
            await api.backends.get({ id: 'shared' }),
            await api.gateway.backends(),
          )
        },
        'Api,Backend' as never,
      )
      expect(JSON.stringify([answers, events])).not.toContain(seen)
      expect(answers[0]).toMatchObject({ backend: shown })
      const { routes } = await api.apis.routes({ id: 'a' })
      expect(routes.map(({ backend }) => backend)).toMatchObject([shown, shown])
      expect(routes[0]?.plugins.find(({ backends }) => backends)?.backends).toMatchObject({
        shared: { ...shown, targets: [{ tls_config: { key: '********' } }] },
      })
      expect(answers[2]).toMatchObject({
        backends: [{ backend: shown }],
        flows: [
          {
            plugins: {
              slots: [
                { config: { headers: { Authorization: '********', 'X-Trace': 'told' } } },
                { config: { backend: 'shared' } },
                { config: { apiToken: '********', tokens: ['********'], nested: { secretNames: 'told' } } },
              ],
            },
          },
          {},
        ],
      })
    })

    test('are restored from masks, and rejected without a stored secret', async ({ api }) => {
      await api.backends.create({ body: { id: 'shared', backend: settings } })
      const made = await api.apis.create({ body })
      const { deployments: _, ...sent } = made
      const again = await api.apis.replace({ id: 'a', body: sent })
      expect(again).toEqual(made)
      const stored = await api.backends.get({ id: 'shared' })
      expect(await api.backends.replace({ id: 'shared', body: stored })).toEqual(stored)
      await expect(
        api.apis.create({
          body: { id: 'c', name: 'C', backends: [{ id: 'b', backend: { pw: { password: '********' } } }] },
        }),
      ).rejects.toMatchObject({
        fieldErrors: { '/backends/0/backend/pw/password': [problem('error.secret.missing')] },
      })
    })
  })
}
