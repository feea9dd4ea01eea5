import { describe, expect, it } from 'vitest'
import { createSignalbox, type PluginDefinition } from '../index.ts'
import { Type } from '../machine/schema/schema.ts'
import { pluginCatalog } from './catalog.ts'
import { createCatalog } from './create-catalog.ts'

const tenantGuard: PluginDefinition = {
  id: 'acme.TenantGuard',
  name: 'Tenant guard',
  description: 'Admits the tenants of a region',
  steps: ['ValidateAccess'],
  categories: ['AccessControl'],
  configSchema: Type.Object({
    region: Type.String({ minLength: 2 }),
    signingKey: Type.Optional(Type.String({ writeOnly: true })),
    limits: Type.Optional(Type.Object({ perTenant: Type.Integer({ minimum: 1 }) })),
  }),
  defaultConfig: { limits: { perTenant: 10 } },
  rules: ({ region }) => (region === 'moon' ? { '/region': [{ message: 'acme.region', args: ['moon'] }] } : {}),
}

const api = (config: object, plugin = tenantGuard.id) => ({
  id: 'a',
  name: 'A',
  backends: [{ id: 'b', backend: { targets: [{ hostname: 'h' }] } }],
  routes: [{ id: 'r', backend: 'b', flow_ref: 'f' }],
  flows: [{ id: 'f', plugins: { slots: [{ plugin, config: { ...config } }] } }],
})
const at = '/flows/0/plugins/slots/0/config'

describe('a plugin of the embedding program', () => {
  const box = () => createSignalbox({ plugins: [tenantGuard] })

  it('is only in the catalog of its instance', async () => {
    expect((await box().apis.plugins()).results).toEqual(pluginCatalog(box().plugins))
    const entry = pluginCatalog(box().plugins).find(({ id }) => id === tenantGuard.id)
    expect(entry).toMatchObject({ name: 'Tenant guard', default_config: { limits: { perTenant: 10 } } })
    expect(entry?.config_schema).toMatchObject({ additionalProperties: false })
    expect(pluginCatalog(createSignalbox().plugins).some(({ id }) => id === tenantGuard.id)).toBe(false)
  })

  it.each<[config: object, pointer: string, message: string, args: string[]]>([
    [{}, '/region', 'error.required', []],
    [{ region: 'x' }, '/region', 'error.length.minimum', ['2']],
    [{ region: 'eu', regoin: 'eu' }, '/regoin', 'error.unknown.field', ['region']],
    [{ region: 'eu', limits: { perTenant: 0 } }, '/limits/perTenant', 'error.minimum', ['1']],
    [
      { region: 'eu', limits: { pertenant: 1, perTenant: 1 } },
      '/limits/pertenant',
      'error.unknown.field',
      ['perTenant'],
    ],
    [{ region: 'moon' }, '/region', 'acme.region', ['moon']],
  ])('has its configuration validated: %j', async (config, pointer, message, args) => {
    await expect(box().apis.create({ body: api(config) })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { [at + pointer]: [{ message, args }] },
    })
  })

  it('is compiled with its defaults, and its secrets are masked', async () => {
    const one = box()
    await one.apis.create({ body: api({ region: 'eu', signingKey: 'of the program' }) })
    await one.apis.deployments.create({ id: 'a', body: {} })
    const [route] = (await one.apis.routes({ id: 'a' })).routes
    expect(route?.refusal).toBeUndefined()
    expect(route?.plugins[0]?.config).toEqual({ region: 'eu', signingKey: '********', limits: { perTenant: 10 } })
    const [served] = (await one.servedRoutes()).routes
    expect(served?.plugins[0]?.config).toMatchObject({ signingKey: 'of the program' })
  })

  it('that is unknown to another instance can be saved there, with a lint error, and its routes reject requests', async () => {
    const other = createSignalbox()
    await other.apis.create({ body: api({ anything: 1 }) })
    await other.apis.deployments.create({ id: 'a', body: {} })
    const [route] = (await other.apis.routes({ id: 'a' })).routes
    expect(route?.refusal?.cause).toBe('errors.plugin.unknown')
    expect((await other.apis.lint({ id: 'a' })).problems).toContainEqual(
      expect.objectContaining({ severity: 'error', pointer: '/flows/0/plugins/slots/0/plugin' }),
    )
  })

  it.each<[what: string, definitions: PluginDefinition[], error: RegExp]>([
    ['an id of this package', [{ ...tenantGuard, id: 'cp:gateway.next.plugins.Mine' }], /nor begin with cp:gateway/],
    ['no id', [{ ...tenantGuard, id: '' }], /invalid/],
    ['the same id', [tenantGuard, tenantGuard], /used twice/],
    ['a schema of no objects', [{ ...tenantGuard, configSchema: Type.String() }], /"type": "object"/],
  ])('cannot have %s', (_, definitions, error) => {
    expect(() => createCatalog(definitions)).toThrow(error)
  })
})
