import { describe, expect, it } from 'vitest'
import type { ApiFlow, Slot } from '../flows/flow.ts'
import { compileOne, namesOf, plainRoute, target } from './compile.fixture.ts'

const plugin = (name: string) => `cp:gateway.next.plugins.${name}`
const cors = { plugin: plugin('Cors'), config: { max_age: 60 } }
const gzip = { plugin: plugin('Compression'), enabled: false, include: ['/a'], exclude: ['/b'] }
const flow: ApiFlow = { id: 'web', name: 'Web', plugins: { slots: [cors, gzip] } }
const fallback: ApiFlow = {
  id: 'default_plugin_chain',
  name: 'default_plugin_chain',
  plugins: { slots: [{ plugin: plugin('OverrideHost') }] },
}
const compileWith = (flows: ApiFlow[], flow_ref?: string) =>
  compileOne({ flows, routes: [{ ...plainRoute, ...(flow_ref !== undefined && { flow_ref }) }] })

describe('the flow of a route', () => {
  it('is the chain of its plugins, in order, with all members and defaults', () => {
    expect(compileWith([fallback, flow], 'web').route.plugins).toEqual([
      {
        plugin: cors.plugin,
        enabled: true,
        include: [],
        exclude: [],
        config: {
          allow_origin: '*',
          expose_headers: [],
          allow_headers: [],
          allow_methods: ['GET'],
          allow_credentials: false,
          max_age: 60,
        },
      },
      {
        plugin: gzip.plugin,
        enabled: false,
        include: ['/a'],
        exclude: ['/b'],
        config: {
          encodings: ['br', 'gzip'],
          content_types: ['text/*', 'application/json', 'application/javascript'],
          threshold: 1024,
          level: 5,
        },
      },
    ])
  })

  it('warns of a disabled plugin, once for all routes', () => {
    const routes = ['/a', '/b'].map((path) => ({
      ...plainRoute,
      id: path.slice(1),
      frontend: { paths: [path] },
      flow_ref: 'web',
    }))
    expect(compileOne({ flows: [fallback, flow], routes }).warnings).toEqual([
      {
        pointer: '/flows/1/plugins/slots/1/enabled',
        message: 'The plugin cp:gateway.next.plugins.Compression is disabled and skipped',
      },
    ])
  })

  it.each<[rule: string, flows: ApiFlow[], flowRef: string | undefined, names: string[]]>([
    ['is the default one where none is named', [flow, fallback], undefined, ['OverrideHost']],
    ['is the default one by its name too', [flow, { ...fallback, id: 'x' }], undefined, ['OverrideHost']],
    [
      'is the default one by its id rather than by its name',
      [{ ...flow, name: 'default_plugin_chain' }, fallback],
      undefined,
      ['OverrideHost'],
    ],
    [
      'is the default one of this package where none is named and none is the default',
      [flow],
      undefined,
      ['OverrideHost'],
    ],
    ['may be empty', [{ id: 'bare' }], 'bare', []],
    ['is the first of its id', [fallback, { ...flow, id: fallback.id }], fallback.id, ['OverrideHost']],
  ])('%s', (_, flows, flowRef, names) => {
    expect(namesOf(compileWith(flows, flowRef).route.plugins)).toEqual(names)
  })

  it('that does not exist rejects every request, with a warning', () => {
    const { route, warnings } = compileWith([], 'gone')
    const message = 'There is no flow gone: every request is refused'
    expect(route.refusal).toEqual({ cause: 'errors.route.misconfigured', message })
    expect(warnings).toEqual([{ pointer: '/routes/0/flow_ref', message }])
  })

  const only = (slot: Slot) => compileWith([{ id: 'one', plugins: { slots: [slot] } }], 'one')

  it('rejects every request for an unknown enabled plugin, with a suggestion', () => {
    const { route, warnings } = only({ plugin: plugin('ApikeyCall') })
    const message = `There is no plugin ${plugin('ApikeyCall')} in the catalog: every request is refused; did you mean ${plugin('ApikeyCalls')}?`
    expect(route.refusal).toEqual({ cause: 'errors.plugin.unknown', message })
    expect(warnings).toEqual([{ pointer: '/flows/0/plugins/slots/0/plugin', message }])
    expect(namesOf(route.plugins)).toEqual(['ApikeyCall'])
  })

  it('skips an unknown plugin that is optional or disabled, with a warning', () => {
    const optional = only({ plugin: 'theirs', config: { optional: true, a: 1 } })
    expect([optional.route.refusal, optional.route.plugins, optional.codes]).toEqual([
      undefined,
      [],
      ['plugin.optional'],
    ])
    const disabled = only({ plugin: 'theirs', enabled: false })
    expect([disabled.route.refusal, disabled.codes]).toEqual([undefined, ['plugin.disabled']])
  })

  it('rejects every request for an invalid stored configuration', () => {
    const { route, warnings } = only({ plugin: plugin('IpAddressAllowedList'), config: { adresses: ['10.0.0.0/8'] } })
    expect(route.refusal).toEqual({
      cause: 'errors.route.misconfigured',
      message: `The configuration of the plugin ${plugin('IpAddressAllowedList')} is invalid (/adresses): every request is refused`,
    })
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/flows/0/plugins/slots/0/config'])
  })

  it('contains the backends of its plugins, those of the API before stored ones', () => {
    const config = { experiment: 'x', backends: { a: 'main', b: 'shared' } }
    const flows = [{ id: 'split', plugins: { slots: [{ plugin: plugin('ExperimentSplit'), config }] } }]
    const routes = [{ ...plainRoute, flow_ref: 'split' }]
    const stored = { id: 'shared', backend: { targets: [{ hostname: 'shared.local' }] } }
    const found = compileOne({ flows, routes }, { backends: new Map([['shared', stored]]) })
    expect(found.route.refusal).toBeUndefined()
    expect(found.route.plugins[0]?.backends).toMatchObject({
      main: { ref: 'main', targets: [target('main.local', { port: 8080 })] },
      shared: { ref: 'shared', stored: true, targets: [target('shared.local')] },
    })
    const missing = compileOne({ flows, routes })
    expect(missing.route.refusal?.cause).toBe('errors.route.misconfigured')
    expect(missing.warnings.map(({ pointer }) => pointer)).toEqual(['/flows/0/plugins/slots/0/config/backends/b'])
  })

  it.each(['Canary', 'TrafficMirror'])('contains the backend of %s', (name) => {
    const flows = [{ id: 'f', plugins: { slots: [{ plugin: plugin(name), config: { backend: 'shared' } }] } }]
    const routes = [{ ...plainRoute, flow_ref: 'f' }]
    const stored = { id: 'shared', backend: { targets: [{ hostname: 'shared.local' }] } }
    const found = compileOne({ flows, routes }, { backends: new Map([['shared', stored]]) })
    expect(found.route.plugins[0]?.backends).toMatchObject({
      shared: { ref: 'shared', stored: true, targets: [target('shared.local')], client: { retries: 1 } },
    })
    const missing = compileOne({ flows, routes })
    expect(missing.route.refusal?.cause).toBe('errors.route.misconfigured')
    expect(missing.warnings.map(({ pointer }) => pointer)).toEqual(['/flows/0/plugins/slots/0/config/backend'])
  })

  it('needs a backend with ResponseCache', () => {
    const flows = [{ id: 'f', plugins: { slots: [{ plugin: plugin('ResponseCache'), config: {} }] } }]
    expect(compileOne({ flows, routes: [{ id: 'r', flow_ref: 'f' }] }).codes).toEqual(['backend.none'])
  })

  it.each(['StaticResponse', 'MaintenanceMode', 'WorkflowBackend', 'Redirection'])(
    'responds itself with %s, so the route needs no backend',
    (name) => {
      const configs: Record<string, object> = { WorkflowBackend: { workflow: 'w' }, Redirection: { to: '/x' } }
      const slots = [{ plugin: plugin(name), config: { ...configs[name] } }]
      const api = { flows: [{ id: 'f', plugins: { slots } }], routes: [{ id: 'r', flow_ref: 'f' }] }
      expect(compileOne(api).codes).toEqual([])
      expect(compileOne({ ...api, routes: [{ id: 'r' }] }).codes).toEqual(['backend.none'])
    },
  )
})
