import { etagOf } from '@signalbox/core'
import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from '../api-test.ts'
import { createApis } from './apis.ts'

const jwtPlan = (secret: string) => ({
  id: 'p',
  access_mode_configuration_type: 'jwt' as const,
  access_mode_configuration: { secret },
})

/** Secrets of plans and plugins are masked in every response; plugin configurations are validated. */
export function describeApiSecrets(test: ApiTest): void {
  describe('an API', () => {
    test('has masked secrets in responses, lists, exports, events, drafts and deployments', async ({ api }) => {
      const secret = 'not to be seen'
      const seen: unknown[] = []
      const events = await emitted(
        api,
        async () => {
          seen.push(
            await api.apis.create({ body: { id: 'a', name: 'a', documentation: { plans: [jwtPlan(secret)] } } }),
            await api.apis.draft.patch({ id: 'a', body: { description: 'drafted' } }),
            await api.apis.draft.get({ id: 'a' }),
            await api.apis.deployments.create({ id: 'a', body: {} }),
            await api.apis.get({ id: 'a' }),
            await api.apis.list(),
            await api.apis.draft.diff({ id: 'a' }),
          )
        },
        'Api',
      )
      expect(JSON.stringify([seen, events])).not.toContain(secret)
      expect(JSON.stringify(seen[0])).toContain('"secret":"********"')
    })

    test('keeps a secret if its mask is sent, and rejects a mask without a secret', async ({ api }) => {
      await createApis(api, 'a')
      const masked = { documentation: { plans: [jwtPlan('********')] } }
      await expect(api.apis.patch({ id: 'a', body: masked })).rejects.toMatchObject({
        fieldErrors: { '/documentation/plans/0/access_mode_configuration/secret': [problem('error.secret.missing')] },
      })
      const stored = await api.apis.patch({ id: 'a', body: { documentation: { plans: [jwtPlan('one')] } } })
      expect(etagOf(await api.apis.patch({ id: 'a', body: masked }))).toBe(etagOf(stored))
    })

    test('does not keep the secret of a plan for another address', async ({ api }) => {
      const remote = (configuration: object) => ({
        id: 'p',
        access_mode_configuration_type: 'oauth2-remote' as const,
        access_mode_configuration: { introspectionUrl: 'https://a.example', ...configuration },
      })
      const body = (configuration: object) => ({
        id: 'a',
        name: 'a',
        documentation: { plans: [remote(configuration)] },
      })
      const secret = { clientId: 'c', clientSecret: 'of a.example' }
      const masked = { ...secret, clientSecret: '********' }
      await api.apis.create({ body: body(secret) })
      await api.apis.replace({ id: 'a', body: body({ ...masked, audience: 'other' }) })
      const at = '/documentation/plans/0/access_mode_configuration'
      const elsewhere = { introspectionUrl: 'https://b.example' }
      const refused = {
        code: 'INVALID',
        fieldErrors: { [`${at}/clientSecret`]: [problem('error.secret.address', `${at}/introspectionUrl`)] },
      }
      const moved = body({ ...masked, ...elsewhere })
      await expect(api.apis.replace({ id: 'a', body: moved })).rejects.toMatchObject(refused)
      const change = [{ op: 'replace' as const, path: `${at}/introspectionUrl`, value: 'https://b.example' }]
      await expect(api.apis.patch({ id: 'a', body: change })).rejects.toMatchObject(refused)
      await expect(api.apis.draft.replace({ id: 'a', body: moved })).rejects.toMatchObject(refused)
      await api.apis.replace({ id: 'a', body: body({ ...secret, ...elsewhere, clientSecret: 'of b.example' }) })
    })

    test('rejects invalid configurations of plugins, and keeps those of unknown plugins', async ({ api }) => {
      const flow = (plugin: string, config: object) => ({
        id: 'f',
        plugins: { slots: [{ plugin: `cp:gateway.next.plugins.${plugin}`, config: { ...config } }] },
      })
      const limited = (burst: unknown) => ({ id: 'a', name: 'A', flows: [flow('RateLimit', { burst })] })
      await expect(api.apis.create({ body: limited('many') })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { '/flows/0/plugins/slots/0/config/burst': [problem('error.type', 'integer')] },
      })
      await api.apis.create({ body: limited(5) })
      await expect(api.apis.replace({ id: 'a', body: limited(-1) })).rejects.toMatchObject({ code: 'INVALID' })
      await expect(api.apis.draft.replace({ id: 'a', body: limited(-1) })).rejects.toMatchObject({ code: 'INVALID' })
      const { flows } = await api.apis.replace({
        id: 'a',
        body: { id: 'a', name: 'A', flows: [flow('Elsewhere', { burst: 'many' })] },
      })
      expect(flows?.[0]?.plugins?.slots).toMatchObject([{ config: { burst: 'many' } }])
      const { problems } = await api.apis.lint({ id: 'a' })
      expect(problems).toContainEqual({
        severity: 'error',
        pointer: '/flows/0/plugins/slots/0/plugin',
        message: expect.stringMatching(
          /^There is no plugin cp:gateway\.next\.plugins\.Elsewhere in the catalog: routes with this flow refuse/,
        ),
      })
    })

    test('has masked secrets of plugins', async ({ api }) => {
      const body = (config: Record<string, unknown>, name = 'A') => ({
        id: 'a',
        name,
        testing: { enabled: true },
        routes: [{ id: 'r', flow_ref: 'f' }],
        flows: [{ id: 'f', plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.JwtUserExtractor', config }] } }],
      })
      const made = await api.apis.create({ body: body({ secret: 'of the signatures', issuer: 'me' }) })
      const shown = [{ config: { secret: '********', issuer: 'me' } }]
      expect(made.flows?.[0]?.plugins?.slots).toMatchObject(shown)
      const kept = await api.apis.replace({ id: 'a', body: body({ secret: '********', issuer: 'me' }, 'B') })
      expect(kept.flows?.[0]?.plugins?.slots).toMatchObject(shown)
      const [routed] = (await api.apis.routes({ id: 'a' })).routes
      expect(routed?.plugins).toMatchObject(shown)
      await expect(api.apis.create({ body: { ...body({ secret: '********' }), id: 'b' } })).rejects.toMatchObject({
        fieldErrors: { '/flows/0/plugins/slots/0/config/secret': [problem('error.secret.missing')] },
      })
    })

    test('keeps the secret of each plugin when plugins are moved or removed', async ({ api }) => {
      const slot = (issuer: string, secret: string) => ({
        plugin: 'cp:gateway.next.plugins.JwtUserExtractor',
        config: { secret, issuer },
      })
      const at = '/flows/0/plugins/slots'
      const slots = [slot('one', 'secret of one'), slot('two', 'secret of two')]
      await api.apis.create({ body: { id: 'a', name: 'A', flows: [{ id: 'f', plugins: { slots } }] } })
      const moved = await api.apis.patch({ id: 'a', body: [{ op: 'move', from: `${at}/0`, path: `${at}/1` }] })
      const isSecret = async (place: number, value: string) =>
        etagOf(
          await api.apis.patch({ id: 'a', body: [{ op: 'replace', path: `${at}/${place}/config/secret`, value }] }),
        )
      expect([await isSecret(0, 'secret of two'), await isSecret(1, 'secret of one')]).toEqual(
        Array(2).fill(etagOf(moved)),
      )
      const cut = await api.apis.patch({ id: 'a', body: [{ op: 'remove', path: `${at}/0` }] })
      expect(await isSecret(0, 'secret of one')).toBe(etagOf(cut))
      expect(await isSecret(0, 'another')).not.toBe(etagOf(cut))
    })
  })
}
