import { describe, expect, it } from 'vitest'
import type { ApiFlow } from '../flow.ts'
import { compileOne, namesOf, plainRoute } from './compile.fixture.ts'

const plugin = (name: string) => `cp:gateway.next.plugins.${name}`
const cors = { plugin: plugin('Cors'), config: { maxAge: 60 } }
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
  it('is the chain of its plugins, in order, every member there', () => {
    expect(compileWith([fallback, flow], 'web').route.plugins).toEqual([
      { plugin: cors.plugin, enabled: true, include: [], exclude: [], config: { maxAge: 60 } },
      { plugin: gzip.plugin, enabled: false, include: ['/a'], exclude: ['/b'], config: {} },
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
    ['is empty where none is named and none is the default', [flow], undefined, []],
    ['may be empty', [{ id: 'bare' }], 'bare', []],
    ['is the first of its id', [fallback, { ...flow, id: fallback.id }], fallback.id, ['OverrideHost']],
    ['refuses every request where it is not there', [fallback, flow], 'gone', ['StaticResponse']],
  ])('%s', (_, flows, flowRef, names) => {
    expect(namesOf(compileWith(flows, flowRef).route.plugins)).toEqual(names)
  })

  it('that is not there is a warning, and the answer says that the service is unavailable', () => {
    const { route, warnings } = compileWith([], 'gone')
    expect(route.plugins[0]?.config).toMatchObject({ status: 503 })
    expect(warnings).toEqual([
      { pointer: '/routes/0/flow_ref', message: 'There is no flow gone: every request is refused' },
    ])
  })
})
