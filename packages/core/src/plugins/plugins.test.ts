import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compileOne, plans } from '../gateway/compile/compile.fixture.ts'
import { slotProblems } from '../gateway/flows/slot-problems.ts'
import type { JsonObject } from '../machine/json/json.ts'
import { type AccessMode, accessModes } from '../plans/access-modes.ts'
import { builtInCatalog } from './create-catalog.ts'
import { plugins } from './index.ts'
import { pluginCategories, pluginSteps } from './plugin.ts'

const P = 'cp:gateway.next.plugins.'
/** `OIDCJwtVerifier` → `oidc-jwt-verifier`. */
const fileNameOf = (name: string) => name.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2-').toLowerCase()
const inFlow = (plugin: string, config?: JsonObject) =>
  slotProblems(
    [{ id: 'f', plugins: { slots: [{ plugin: `${P}OverrideHost` }, { plugin: P + plugin, config }] } }] as never,
    builtInCatalog,
  )

describe('the catalog of plugins', () => {
  it('has a file for each plugin, named like it', () => {
    const files = readdirSync(new URL('definitions', import.meta.url))
    expect(files.sort()).toEqual(plugins.map(({ id }) => `${fileNameOf(id.slice(P.length))}.ts`).sort())
  })

  it.each(plugins.map((plugin) => [plugin.name, plugin] as const))(
    'describes the stage and the purpose: %s',
    (_, plugin) => {
      expect(plugin.steps.length).toBeGreaterThan(0)
      expect(pluginSteps).toEqual(expect.arrayContaining([...plugin.steps]))
      expect(plugin.categories.length).toBeGreaterThan(0)
      expect(pluginCategories).toEqual(expect.arrayContaining([...plugin.categories]))
    },
  )

  it.each(plugins.map(({ id, defaultConfig }) => [id, defaultConfig] as const))(
    '%s: the default configuration lacks only members without a sensible default',
    (id, config) => {
      const problems = Object.values(inFlow(id.slice(P.length), config)).flat()
      const missing = ['error.required', 'error.required.any']
      expect(problems.filter(({ message }) => !missing.includes(message))).toEqual([])
    },
  )

  it('requires nothing from guards that plans do not provide', () => {
    for (const { plugin, configuration } of Object.values<AccessMode>(accessModes)) {
      if (!plugin) continue
      const { properties } = builtInCatalog.find(P + plugin)!.configSchema as unknown as { properties: object }
      expect(properties).toMatchObject({ ...configuration, mandatory: {}, plan_ref: {} })
    }
  })
})

describe('the slots of compiled routes', () => {
  it.each(Object.values(plans))('fit the catalog: those of the plan $id', (plan) => {
    const { route } = compileOne({ documentation: { plans: [plan] } })
    expect(slotProblems([{ id: 'f', plugins: { slots: route.plugins } }], builtInCatalog)).toEqual({})
    expect(route.plugins.every(({ plugin }) => builtInCatalog.find(plugin))).toBe(true)
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
    ['IpAddressBlockList', { addresses: ['10.0.0.0/8', 'home'] }, '/addresses/1', 'error.format'],
    ['FeatureGate', {}, '/feature', 'error.required'],
    ['FeatureGate', { feature: 'a b' }, '/feature', 'error.pattern'],
    ['ApikeyCalls', { rotation: { rotationEvery: -1 } }, '/rotation/rotationEvery', 'error.minimum'],
    ['AdditionalHeadersIn', { headers: { 'X-A': 1 } }, '/headers/X-A', 'error.type'],
    ['AdditionalHeadersIn', { headers: { Host: 'a.example' } }, '/headers/Host', 'error.header.reserved'],
    ['Cors', { allow_credentials: true }, '/allow_credentials', 'error.cors.credentials'],
    [
      'Cors',
      { allow_origin: ['https://a.example', '*'], allow_credentials: true },
      '/allow_credentials',
      'error.cors.credentials',
    ],
    ['Cors', { allow_methods: ['GET\r\nX: y'] }, '/allow_methods/0', 'error.pattern'],
    ['AllowHttpMethods', { allowed: ['GET, POST'] }, '/allowed/0', 'error.pattern'],
    ['SecurityHeaders', { frame_options: 'NEVER' }, '/frame_options', 'error.enum'],
    ['PathRewrite', { pattern: '(', to: '/' }, '/pattern', 'error.pattern.invalid'],
    ['PathRewrite', { pattern: '(a{1,100}){1,10}', to: '/' }, '/pattern', 'error.pattern.size'],
    ['PathRewrite', { pattern: 'a', to: '/?b' }, '/to', 'error.pattern'],
    ['PathRewrite', { to: '/' }, '/pattern', 'error.required'],
    ['ConcurrencyLimit', { max: 0 }, '/max', 'error.minimum'],
    ['ConcurrencyLimit', { by: 'header' }, '/header', 'error.required'],
    ['ResponseBodySizeLimit', { max_bytes: '1MB' }, '/max_bytes', 'error.type'],
    ['ResponseCache', { methods: ['POST'] }, '/methods/0', 'error.enum'],
    ['ResponseCache', { statuses: [] }, '/statuses', 'error.items.minimum'],
    ['ResponseCache', { statuses: [101] }, '/statuses/0', 'error.minimum'],
    ['ResponseCache', { vary: ['Accept Language'] }, '/vary/0', 'error.format'],
    ['Canary', {}, '/backend', 'error.required'],
    ['Canary', { backend: 'b', percent: 101 }, '/percent', 'error.maximum'],
    ['Canary', { backend: 'b', cookie: 'a=b' }, '/cookie', 'error.format'],
    ['TrafficMirror', { backend: '' }, '/backend', 'error.length.minimum'],
    ['TrafficMirror', { backend: 'b', percent: -1 }, '/percent', 'error.minimum'],
    ['Compression', { level: 12 }, '/level', 'error.maximum'],
  ])('of %s, %j, is rejected at %s', (plugin, config, pointer, message) => {
    expect(inFlow(plugin, config)).toEqual({ [at + pointer]: [expect.objectContaining({ message })] })
  })

  it.each<[plugin: string, config: JsonObject | undefined]>([
    ['RateLimit', undefined],
    ['RateLimit', { burst: 5, optional: true }],
    ['FeatureGate', { feature: 'shop:express', client: { from: 'header', name: 'X-Client' } }],
    ['NotKnownHere', { burst: 'many' }],
    ['Cors', { allow_origin: 'https://a.example', allow_credentials: true }],
    ['Cors', { allow_origin: ['https://a.example', 'http://localhost:3000', 'null'] }],
    ['Redirection', { to: 'https://a.example${path}${query}' }],
    ['PathRewrite', { pattern: '^/v(\\d+)/(?P<rest>.*)$', to: '/$1/$<rest>' }],
    ['ConcurrencyLimit', { max: 5, by: 'header', header: 'X-Tenant' }],
    ['ResponseCache', { ttl: 0, vary: ['Accept-Language'], stale_while_revalidate: 30, public: true }],
    ['Canary', { backend: 'b', percent: 0.5, header: 'X-Canary', cookie: 'canary', sticky: true }],
    ['TrafficMirror', { backend: 'b', percent: 10 }],
  ])('of %s, %j, is accepted', (plugin, config) => {
    expect(inFlow(plugin, config)).toEqual({})
  })
})
