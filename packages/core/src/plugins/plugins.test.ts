import { describe, expect, it } from 'vitest'
import type { AccessMode } from '../gateway/access-modes.ts'
import { accessModes } from '../gateway/access-modes.ts'
import { compileOne, plans } from '../gateway/compile/compile.fixture.ts'
import type { JsonObject } from '../json.ts'
import { slotProblems } from './check-slots.ts'
import { findPlugin, plugins } from './index.ts'
import { pluginCategories, pluginSteps } from './plugin.ts'

const P = 'cp:gateway.next.plugins.'
const inFlow = (plugin: string, config?: JsonObject) =>
  slotProblems([
    { id: 'f', plugins: { slots: [{ plugin: `${P}OverrideHost` }, { plugin: P + plugin, config }] } },
  ] as never)

describe('the catalog of plugins', () => {
  it('has these', () => {
    const names = plugins.map(({ id }) => id.slice(P.length))
    expect(plugins.every(({ id }) => id.startsWith(P))).toBe(true)
    expect(names.sort()).toEqual(
      [
        ...['OverrideHost', 'ApikeyCalls', 'JwtUserExtractor', 'HasClientCertMatchingValidator', 'OIDCJwtVerifier'],
        ...['ClientCredentialTokenEndpoint', 'ExpectedConsumer', 'MaintenanceMode', 'BuildMode', 'Cors'],
        ...['AdditionalHeadersIn', 'AdditionalHeadersOut', 'RemoveHeadersIn', 'RemoveHeadersOut', 'RateLimit'],
        ...['IpAddressAllowedList', 'IpAddressBlockList', 'Redirection', 'StaticResponse', 'RequestBodySizeLimit'],
        ...['ForceHttpsTraffic', 'Compression', 'FeatureGate', 'ExperimentSplit', 'WorkflowBackend'],
      ].sort(),
    )
  })

  it.each(plugins.map((plugin) => [plugin.name, plugin] as const))('says when and for what: %s', (_, plugin) => {
    expect(plugin.steps.length).toBeGreaterThan(0)
    expect(pluginSteps).toEqual(expect.arrayContaining([...plugin.steps]))
    expect(plugin.categories.length).toBeGreaterThan(0)
    expect(pluginCategories).toEqual(expect.arrayContaining([...plugin.categories]))
  })

  it.each(plugins.map(({ id, defaultConfig }) => [id, defaultConfig] as const))(
    '%s: the default configuration lacks at most what nobody can choose for others',
    (id, config) => {
      const problems = Object.values(inFlow(id.slice(P.length), config)).flat()
      expect(new Set(problems.map(({ message }) => message))).toEqual(
        new Set(problems.length ? ['error.required'] : []),
      )
    },
  )

  it('asks nothing of guards that plans do not give', () => {
    for (const { plugin, configuration } of Object.values<AccessMode>(accessModes)) {
      if (!plugin) continue
      const { properties } = findPlugin(plugin)!.configSchema as unknown as { properties: object }
      expect(properties).toMatchObject({ ...configuration, mandatory: {}, plan_ref: {} })
    }
  })
})

describe('the slots of compiled routes', () => {
  it.each(Object.values(plans))('fit the catalog: those of the plan $id', (plan) => {
    const { route } = compileOne({ documentation: { plans: [plan] } })
    expect(slotProblems([{ id: 'f', plugins: { slots: route.plugins } }])).toEqual({})
    expect(route.plugins.every(({ plugin }) => findPlugin(plugin))).toBe(true)
  })

  it('are disregarded with a warning where the catalog has no such plugin', () => {
    const flows = [{ id: 'default_plugin_chain', plugins: { slots: [{ plugin: 'mine', config: { burst: 'many' } }] } }]
    const { route, warnings } = compileOne({ flows })
    expect(route.plugins).toMatchObject([{ plugin: 'mine', config: { burst: 'many' } }])
    expect(warnings).toEqual([
      {
        pointer: '/flows/0/plugins/slots/0/plugin',
        message: 'There is no plugin mine in the catalog: it does nothing',
      },
    ])
  })
})

describe('the configuration of a slot', () => {
  const at = '/flows/0/plugins/slots/1/config'

  it.each<[plugin: string, config: JsonObject | undefined, pointer: string, code: string]>([
    ['RateLimit', { burst: 'many' }, '/burst', 'error.type'],
    ['RateLimit', { rate: 0 }, '/rate', 'error.minimum'],
    ['RateLimit', { by: 'moon' }, '/by', 'error.enum'],
    ['Redirection', undefined, '/to', 'error.required'],
    ['Redirection', { to: 'https://a.example', code: 200 }, '/code', 'error.enum'],
    ['IpAddressBlockList', { addresses: ['10.0.0.0/8', 'home'] }, '/addresses/1', 'error.pattern'],
    ['FeatureGate', {}, '/feature', 'error.required'],
    ['FeatureGate', { feature: 'a b' }, '/feature', 'error.pattern'],
    ['ApikeyCalls', { rotation: { rotationEvery: -1 } }, '/rotation/rotationEvery', 'error.minimum'],
    ['AdditionalHeadersIn', { headers: { 'X-A': 1 } }, '/headers/X-A', 'error.type'],
  ])('of %s, %j, is refused at %s', (plugin, config, pointer, message) => {
    expect(inFlow(plugin, config)).toEqual({ [at + pointer]: [expect.objectContaining({ message })] })
  })

  it.each<[plugin: string, config: JsonObject | undefined]>([
    ['RateLimit', undefined],
    ['RateLimit', { burst: 5, extension: { kept: true } }],
    ['FeatureGate', { feature: 'shop:express', client: { from: 'header', name: 'X-Client' } }],
    ['NotKnownHere', { burst: 'many' }],
  ])('of %s, %j, is taken', (plugin, config) => {
    expect(inFlow(plugin, config)).toEqual({})
  })
})
