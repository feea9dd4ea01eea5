import { readdirSync } from 'node:fs'
import { createCatalog, PLUGIN_PREFIX } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { defineGatewayPlugin } from '../plugin-api/own-plugin.ts'
import { definitionsOf, pluginCode } from './find-code.ts'
import { builtIn } from './index.ts'

const builtInPlugins = createCatalog().plugins.map(({ id }) => id.slice(PLUGIN_PREFIX.length))
/** `OIDCJwtVerifier` → `oidc-jwt-verifier`. */
const folderOf = (name: string) => name.replace(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2-').toLowerCase()
const foldersHere = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

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
  it.each(builtInPlugins)('include %s, in a folder of its own with its tests', (name) => {
    const files = readdirSync(new URL(folderOf(name), import.meta.url))
    expect(builtIn).toHaveProperty(name)
    expect(files).toEqual(expect.arrayContaining(['code.ts', 'code.test.ts']))
  })

  it('are no others', () => {
    expect(Object.keys(builtIn).sort()).toEqual([...builtInPlugins].sort())
    expect(foldersHere.sort()).toEqual([...builtInPlugins.map(folderOf), 'shared'].sort())
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
