import { createCatalog, PLUGIN_PREFIX } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { defineGatewayPlugin } from '../plugin-api/own-plugin.ts'
import { definitionsOf, pluginCode } from './find-code.ts'
import { builtIn } from './index.ts'

const tenants = defineGatewayPlugin<{ region: string }>({
  id: 'acme.Tenants',
  name: 'Tenants',
  description: 'Admits the tenants of a region',
  steps: ['ValidateAccess'],
  categories: ['AccessControl'],
  configSchema: { type: 'object', properties: { region: { type: 'string' } } },
  stage: 'admit',
  compile: ({ region }) => ({
    request: ({ headers }) => (headers.get('x-region') === region ? undefined : { refuse: 'acme.region' }),
  }),
})

describe('the plugins of the data plane', () => {
  it('are those that the catalog calls implemented, in its order', () => {
    const implemented = createCatalog().plugins.filter((plugin) => plugin.implemented)
    expect(Object.keys(builtIn)).toEqual(implemented.map(({ id }) => id.slice(PLUGIN_PREFIX.length)))
  })

  it('are found by id, with those of the embedding program', () => {
    const codeOf = pluginCode([tenants])
    expect(codeOf(`${PLUGIN_PREFIX}Cors`)).toBe(builtIn.Cors)
    expect(codeOf('acme.Tenants')).toBe(tenants)
    for (const id of ['Cors', `${PLUGIN_PREFIX}Nothing`, `${PLUGIN_PREFIX}toString`, 'toString', ''])
      expect(codeOf(id)).toBeUndefined()
  })

  it('cannot be replaced by the embedding program', () => {
    const codeOf = pluginCode([{ ...tenants, id: `${PLUGIN_PREFIX}Cors` }])
    expect(codeOf(`${PLUGIN_PREFIX}Cors`)).toBe(builtIn.Cors)
  })

  it('of the embedding program are in a catalog made of their definitions', () => {
    const catalog = createCatalog(definitionsOf([tenants]))
    expect(catalog.find('acme.Tenants')?.check({ regoin: 'eu' })).toHaveProperty(['/regoin'])
  })
})
