import { etagOf } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem } from '../api-test.ts'

type NewApi = Parameters<SignalboxApi['apis']['create']>[0]['body']

const P = 'cp:gateway.next.plugins.'
const slotOf = (name: string, config?: object) => ({ plugin: P + name, ...(config && { config: { ...config } }) })
const withSlot = (name: string, config: object): Partial<NewApi> => ({
  flows: [{ id: 'f', plugins: { slots: [slotOf(name, config)] } }],
})
const withPlan = (type: string, access_mode_configuration: object) =>
  ({
    documentation: { plans: [{ id: 'p', access_mode_configuration_type: type, access_mode_configuration }] },
  }) as Partial<NewApi>
const withBackend = (backend: object) => ({ backends: [{ id: 'b', backend: { ...backend } }] }) as Partial<NewApi>
const withBalancing = (load_balancing: object) => withBackend({ load_balancing })
const withTarget = (target: object) => withBackend({ targets: [{ hostname: 'a', ...target }] })
const withFrontend = (frontend: object): Partial<NewApi> => ({ routes: [{ id: 'r', frontend }] })

const config = '/flows/0/plugins/slots/0/config'
const mode = '/documentation/plans/0/access_mode_configuration'
const backend = '/backends/0/backend'
const balancing = `${backend}/load_balancing`
const frontend = '/routes/0/frontend'

/** Invalid API configurations are rejected; valid ones are normalized. */
export function describeApiConfigurations(test: ApiTest): void {
  const create = (api: SignalboxApi, given: Partial<NewApi>) =>
    api.apis.create({ body: { id: 'a', name: 'A', ...given } })
  const routesOf = async (api: SignalboxApi) => {
    await api.apis.deployments.create({ id: 'a', body: {} })
    return (await api.apis.routes({ id: 'a' })).routes
  }

  describe('an invalid configuration of an API is rejected with its place', () => {
    test.for<[given: Partial<NewApi>, pointer: string, message: string]>([
      [withPlan('jwt', { publicKey: 'k', algorithms: ['none'] }), `${mode}/algorithms/0`, 'error.enum'],
      [withPlan('jwt', { publicKey: 'k', algorithms: ['HS256'] }), `${mode}/algorithms/0`, 'error.algorithm.key'],
      [withPlan('jwt', { secret: 'k', algorithms: ['HS256', 'RS256'] }), `${mode}/algorithms/1`, 'error.algorithm.key'],
      [withPlan('jwt', { secret: 'k', algorithms: ['FOO'] }), `${mode}/algorithms/0`, 'error.enum'],
      [withPlan('jwt', { jwksUrl: 'not a url' }), `${mode}/jwksUrl`, 'error.format'],
      [withPlan('oauth2-remote', { introspectionUrl: 'ftp://x' }), `${mode}/introspectionUrl`, 'error.format'],
      [
        withPlan('apikey', { restrictions: { enabled: true, alowed: [] } }),
        `${mode}/restrictions/alowed`,
        'error.unknown.field',
      ],
      [withPlan('apikey', { quota: { window: 60 } }), `${mode}/quota/perWindow`, 'error.required'],
      [withPlan('apikey', { quota: { perWindow: 5 } }), `${mode}/quota/window`, 'error.required'],
      [withPlan('apikey', { rotation: { enabled: true } }), `${mode}/rotation/rotationEvery`, 'error.required'],
      [withPlan('oauth2-local', { validUntil: 1 }), `${mode}/validUntil`, 'error.minimum'],
      [
        withSlot('JwtUserExtractor', { publicKey: 'k', algorithms: ['HS256'] }),
        `${config}/algorithms/0`,
        'error.algorithm.key',
      ],
      [withSlot('RateLimit', { by: 'header' }), `${config}/header`, 'error.required'],
      [withSlot('IpAddressAllowedList', { adresses: ['10.0.0.0/8'] }), `${config}/adresses`, 'error.unknown.field'],
      [
        withSlot('IpAddressAllowedList', { addresses: ['999.999.999.999/999'] }),
        `${config}/addresses/0`,
        'error.format',
      ],
      [withSlot('IpAddressBlockList', { addresses: ['10.0.0.1', '::::'] }), `${config}/addresses/1`, 'error.format'],
      [withSlot('IpAddressBlockList', { addresses: ['10.0.*/8'] }), `${config}/addresses/0`, 'error.format'],
      [withSlot('IpAddressBlockList', { addresses: ['...'] }), `${config}/addresses/0`, 'error.format'],
      [withSlot('IpAddressBlockList', { addresses: ['dead'] }), `${config}/addresses/0`, 'error.format'],
      [withSlot('AdditionalHeadersIn', { headers: { 'X-A': 'x\r\ny' } }), `${config}/headers/X-A`, 'error.format'],
      [
        withSlot('AdditionalHeadersOut', { headers: { 'Bad Name': 'x' } }),
        `${config}/headers/Bad Name`,
        'error.format',
      ],
      [withSlot('AdditionalHeadersIn', { headers: { Host: 'x' } }), `${config}/headers/Host`, 'error.header.reserved'],
      [withSlot('OverrideHost', { host: 'a b\r\nX: y' }), `${config}/host`, 'error.format'],
      [withSlot('Redirection', { to: 'javascript:alert(1)' }), `${config}/to`, 'error.format'],
      [withSlot('StaticResponse', { body_base64: '***' }), `${config}/body_base64`, 'error.format'],
      [withSlot('StaticResponse', { body: 'a', body_base64: 'YQ==' }), `${config}/body_base64`, 'error.required.one'],
      [withSlot('Cors', { allow_credentials: true }), `${config}/allow_credentials`, 'error.cors.credentials'],
      [
        withSlot('FeatureGate', { feature: 'f', client: { from: 'header' } }),
        `${config}/client/name`,
        'error.required',
      ],
      [withSlot('ApikeyCalls', { plan_ref: 'zz' }), `${config}/plan_ref`, 'error.reference'],
      [
        withSlot('ClientCredentialTokenEndpoint', { plans: [{ plan_ref: 'zz' }] }),
        `${config}/plans/0/plan_ref`,
        'error.reference',
      ],
      [
        withSlot('ExperimentSplit', { experiment: 'x', backends: { z: 'nope' } }),
        `${config}/backends/z`,
        'error.reference',
      ],
      [withSlot('Canary', { backend: 'nope' }), `${config}/backend`, 'error.reference'],
      [withSlot('TrafficMirror', { backend: 'nope' }), `${config}/backend`, 'error.reference'],
      [withSlot('ConcurrencyLimit', { by: 'header' }), `${config}/header`, 'error.required'],
      [withSlot('ResponseCache', { vary: ['a\r\nX: y'] }), `${config}/vary/0`, 'error.format'],
      [withBackend({ targets: [{ hostname: 'https://x.tld/path' }] }), `${backend}/targets/0/hostname`, 'error.format'],
      [withBackend({ targets: [{ hostname: 'a b' }] }), `${backend}/targets/0/hostname`, 'error.format'],
      [
        withBackend({
          targets: [
            { hostname: 'a', weight: 0 },
            { hostname: 'b', weight: 0 },
          ],
        }),
        `${backend}/targets`,
        'error.weight.none',
      ],
      [withBackend({ root: 'noslash' }), `${backend}/root`, 'error.pattern'],
      [withBalancing({ type: 7 }), `${balancing}/type`, 'error.type'],
      [withBalancing({ cookie: 'a=b; Domain=.tld' }), `${balancing}/cookie`, 'error.format'],
      [withBalancing({ ttl: -1 }), `${balancing}/ttl`, 'error.minimum'],
      [withBalancing({ header_name: 'X-A\r\nX-B' }), `${balancing}/header_name`, 'error.format'],
      [withBalancing({ cookie_name: '' }), `${balancing}/cookie_name`, 'error.format'],
      [withBalancing({ query_name: '' }), `${balancing}/query_name`, 'error.length.minimum'],
      [withBalancing({ ratio: 1.5 }), `${balancing}/ratio`, 'error.maximum'],
      [withTarget({ drained: 'yes' }), `${backend}/targets/0/drained`, 'error.type'],
      [withTarget({ weight: 1e9 }), `${backend}/targets/0/weight`, 'error.maximum'],
      [withTarget({ port: 65_536 }), `${backend}/targets/0/port`, 'error.maximum'],
      [withTarget({ protocol: 'HTTP/3' }), `${backend}/targets/0/protocol`, 'error.enum'],
      [withTarget({ ip_address: '10.0.0.1/8' }), `${backend}/targets/0/ip_address`, 'error.format'],
      [withTarget({ tls_config: { minVersion: 'TLSv1' } }), `${backend}/targets/0/tls_config/minVersion`, 'error.enum'],
      [withBackend({ health_check: { interval: 1 } }), `${backend}/health_check/interval`, 'error.minimum'],
      [withBackend({ health_check: { interval: 1e12 } }), `${backend}/health_check/interval`, 'error.maximum'],
      [withBackend({ outlier: { maxEjected: 2 } }), `${backend}/outlier/maxEjected`, 'error.maximum'],
      [withBackend({ outlier: { baseEjection: 1e12 } }), `${backend}/outlier/baseEjection`, 'error.maximum'],
      [
        { clients_backend_config: [{ id: 'c', client: { callTimeout: 1e12 } }] },
        '/clients_backend_config/0/client/callTimeout',
        'error.maximum',
      ],
      [withFrontend({ domains: ['users'] }), `${frontend}/domains/0`, 'error.path.slash'],
      [withFrontend({ paths: ['/a', '/:id.json'] }), `${frontend}/paths/1`, 'error.path.segment'],
      [withFrontend({ domains: ['x.tld/a*b'] }), `${frontend}/domains/0`, 'error.path.segment'],
      [{ ...withFrontend({ paths: ['/:id'] }), context_path: '/:id' }, `${frontend}/paths/0`, 'error.path.segment'],
      [{ context_path: '/a b' }, '/context_path', 'error.path.segment'],
      [{ domain: 'x.tld/v1' }, '/domain', 'error.format'],
      [withFrontend({ headers: { 'X-A': 'Regex([)' } }), `${frontend}/headers/X-A`, 'error.condition'],
      [withFrontend({ headers: { 'Bad Name': 'x' } }), `${frontend}/headers/Bad Name`, 'error.format'],
      [{ id: 'testing_a' }, '/id', 'error.reserved'],
    ])('%j: %s', async ([given, pointer, message], { api }) => {
      await expect(create(api, given)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [pointer]: [expect.objectContaining({ message })] },
      })
    })

    test('with a suggestion for a misspelt member', async ({ api }) => {
      await expect(create(api, withSlot('IpAddressAllowedList', { adresses: [] }))).rejects.toMatchObject({
        message: expect.stringContaining('did you mean addresses?'),
        fieldErrors: { [`${config}/adresses`]: [problem('error.unknown.field', 'addresses')] },
      })
    })

    test('in a stored backend and a draft, too', async ({ api }) => {
      const body = { id: 'b', backend: { targets: [{ hostname: 'a', weight: 0 }] } }
      await expect(api.backends.create({ body })).rejects.toMatchObject({
        fieldErrors: { '/backend/targets': [problem('error.weight.none')] },
      })
      await create(api, {})
      const draft = { id: 'a', name: 'A', ...withFrontend({ paths: ['/a*b'] }) }
      await expect(api.apis.draft.replace({ id: 'a', body: draft })).rejects.toMatchObject({
        fieldErrors: { [`${frontend}/paths/0`]: [expect.objectContaining({ message: 'error.path.segment' })] },
      })
    })
  })

  describe('an API', () => {
    test('has the default flow and the default client beside others', async ({ api }) => {
      const made = await create(api, {
        flows: [{ id: 'f' }],
        clients_backend_config: [{ id: 'c' }],
        backends: [{ id: 'b', backend: { targets: [{ hostname: 'h' }] } }],
        routes: [{ id: 'r', backend: 'b' }],
      })
      expect(made.flows?.map(({ id }) => id)).toEqual(['f', 'default_plugin_chain'])
      expect(made.clients_backend_config?.map(({ id }) => id)).toEqual(['c', 'default_backend_client'])
      const [route] = await routesOf(api)
      expect(route?.plugins.map(({ plugin }) => plugin)).toEqual([`${P}OverrideHost`])
      expect(route?.backend.client).toMatchObject({ callTimeout: 30_000, retries: 1 })
    })

    test('with an unknown plugin is saved with a lint error, and its routes reject requests', async ({ api }) => {
      await create(api, {
        backends: [{ id: 'b', backend: { targets: [{ hostname: 'h' }] } }],
        routes: [{ id: 'r', backend: 'b', flow_ref: 'f' }],
        flows: [{ id: 'f', plugins: { slots: [slotOf('ApikeyCall')] } }],
      })
      const [route] = await routesOf(api)
      expect(route).toMatchObject({ enabled: true, refusal: { cause: 'errors.plugin.unknown' } })
      const { warnings } = await api.apis.routes({ id: 'a' })
      expect(warnings.map(({ code }) => code)).toEqual(['plugin.unknown'])
      expect((await api.apis.lint({ id: 'a' })).problems[0]).toMatchObject({
        severity: 'error',
        pointer: '/flows/0/plugins/slots/0/plugin',
        message: expect.stringContaining(`did you mean ${P}ApikeyCalls?`),
      })
    })

    test('is linted for missing references of its plugins', async ({ api }) => {
      const variants = [
        { id: 'a', name: 'a', description: '', traffic: 0.5 },
        { id: 'b', name: 'b', description: '', traffic: 0.5 },
      ]
      await api.experiments.create({ body: { id: 'x', name: 'x', enabled: true, variants } })
      await create(api, {
        backends: ['b1', 'b2'].map((id) => ({ id, backend: { targets: [{ hostname: 'h' }] } })),
        routes: [{ id: 'r', backend: 'b1', flow_ref: 'f' }],
        flows: [
          {
            id: 'f',
            plugins: {
              slots: [
                slotOf('FeatureGate', { feature: 'nope' }),
                slotOf('ExperimentSplit', { experiment: 'x', backends: { a: 'b2', c: 'b2' } }),
              ],
            },
          },
          { id: 'w', plugins: { slots: [slotOf('WorkflowBackend', { workflow: 'nope' })] } },
        ],
      })
      const { problems } = await api.apis.lint({ id: 'a' })
      const at = (place: string) => problems.filter(({ pointer }) => pointer.startsWith(place))
      expect(at('/flows/0').map(({ pointer, message }) => [pointer, message])).toEqual([
        [`${config}/feature`, 'The plugin refers to the feature nope, which does not exist'],
        [
          '/flows/0/plugins/slots/1/config/backends/c',
          'The plugin refers to the experiment x with the variant c, which does not exist',
        ],
      ])
      expect(at('/flows/1/plugins')).toMatchObject([
        { message: 'The plugin refers to the workflow nope, which does not exist' },
      ])
      expect(at('/backends')).toEqual([])
    })

    test('is linted for backends whose certificate is not verified, and for balancing that cannot work', async ({
      api,
    }) => {
      const settings = {
        targets: [{ hostname: 'h', tls: true, tls_config: { verify: false } }],
        load_balancing: { type: 'CookieHash' },
      }
      await create(api, { backends: [{ id: 'b', backend: settings }], routes: [{ id: 'r', backend: 'b' }] })
      const { problems } = await api.apis.lint({ id: 'a' })
      expect(problems.filter(({ pointer }) => pointer.startsWith(backend))).toMatchObject([
        { severity: 'error', pointer: backend, code: 'backend.tls.unverified' },
        { severity: 'warning', pointer: `${balancing}/cookie_name`, code: 'backend.balancing.name' },
      ])
    })

    test.for<[plugin: string, config: object]>([
      ['ExperimentSplit', { experiment: 'x', backends: { a: 'shared' } }],
      ['Canary', { backend: 'shared' }],
      ['TrafficMirror', { backend: 'shared' }],
    ])('prevents the deletion of a stored backend that only %s references', async ([name, given], { api }) => {
      await api.backends.create({ body: { id: 'shared', backend: { targets: [{ hostname: 'h' }] } } })
      await create(api, { ...withSlot(name, given), routes: [{ id: 'r', backend: 'shared', flow_ref: 'f' }] })
      await api.apis.patch({ id: 'a', body: [{ op: 'remove', path: '/routes/0/backend' }] })
      await expect(api.backends.delete({ id: 'shared' })).rejects.toMatchObject({ code: 'CONFLICT' })
      const [route] = await routesOf(api)
      expect(route?.plugins[0]?.backends).toMatchObject({ shared: { ref: 'shared', targets: [{ hostname: 'h' }] } })
      await api.apis.patch({ id: 'a', body: { routes: [], flows: [] } })
      await api.apis.deployments.create({ id: 'a', body: {} })
      await api.backends.delete({ id: 'shared' })
    })
  })

  describe('the plugins', () => {
    test('are listed with the schemas and defaults of their configurations', async ({ api }) => {
      const { results } = await api.apis.plugins()
      expect(results.length).toBeGreaterThanOrEqual(25)
      expect(results.find(({ id }) => id === `${P}RateLimit`)).toEqual({
        id: `${P}RateLimit`,
        name: expect.any(String),
        description: expect.any(String),
        categories: expect.arrayContaining(['TrafficControl']),
        steps: expect.any(Array),
        config_schema: expect.objectContaining({ type: 'object', properties: expect.anything() }),
        default_config: expect.any(Object),
        multi_instance: expect.any(Boolean),
        implemented: true,
      })
    })

    test('have an entity tag that stays the same', async ({ api }) => {
      const tag = etagOf(await api.apis.plugins())
      expect(tag).toMatch(/^"[0-9a-f]{64}"$/)
      await api.apis.create({ body: { id: 'a', name: 'a' } })
      expect(etagOf(await api.apis.plugins())).toBe(tag)
    })
  })
}
