import { createCatalog } from '@signalbox/core/gateway'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flowPlace, freeId, idProblem, routesOf, withOwnFlow } from './flow-list.ts'
import { inShort } from './in-short.ts'
import { moveSlot } from './move-slot.ts'
import { searchCatalog } from './search-catalog.ts'
import { type Plugin, pluginId, type Slot } from './slot.ts'
import { placed } from './stages.ts'

const catalog = createCatalog().plugins.map(
  ({ id, name, description, categories, steps, multiInstance, implemented }) =>
    ({ id, name, description, categories, steps, multi_instance: multiInstance, implemented }) as unknown as Plugin,
)
const byId = new Map(catalog.map((plugin) => [plugin.id, plugin]))
const slot = (name: string, config: object = {}): Slot => ({ plugin: pluginId(name), config: { ...config } })
const names = (slots: readonly Slot[]) => slots.map(({ plugin }) => plugin.slice(pluginId('').length))
/** The plugins of each stage, and in brackets those that act there again. */
const shown = (slots: readonly Slot[]) =>
  placed(slots, byId).stages.map(({ stops, again }) => [
    ...names(stops.map((stop) => stop.slot)),
    ...names(again.map((stop) => stop.slot)).map((name) => `(${name})`),
  ])

describe('the plugins of a flow', () => {
  it('stand in their stages, and in the order of the flow within a stage', () => {
    const slots = [
      ...[slot('SecurityHeaders'), slot('RateLimit'), slot('Cors'), slot('IpAddressBlockList'), slot('OverrideHost')],
      ...[slot('StaticResponse'), slot('ResponseCache')],
    ]
    expect(shown(slots)).toEqual([
      ['Cors'],
      ['RateLimit', 'IpAddressBlockList'],
      ['OverrideHost'],
      ['StaticResponse', 'ResponseCache'],
      ['SecurityHeaders', '(Cors)', '(ResponseCache)'],
    ])
  })

  it('that are scripts run in the stage that they name', () => {
    expect(shown([slot('Script', { stage: 'request' }), slot('Script')])).toEqual([[], ['Script'], ['Script'], [], []])
  })

  it('that the catalog does not have are apart', () => {
    expect(placed([{ plugin: 'own' }], byId).unknown).toHaveLength(1)
  })

  it('move within their stage, and the other stages keep their order', () => {
    const slots = [slot('RateLimit'), slot('OverrideHost'), slot('FeatureGate'), slot('Canary'), slot('Script')]
    const { stops } = placed(slots, byId).stages[1]!
    expect(names(moveSlot(slots, stops, { from: 2, to: 0 }))).toEqual([
      ...['Script', 'OverrideHost', 'RateLimit', 'Canary', 'FeatureGate'],
    ])
    expect(moveSlot(slots, stops, { from: 0, to: -1 })).toBe(slots)
    expect(moveSlot(slots, stops, { from: 0, to: 3 })).toBe(slots)
  })

  it('are the same after any move, in another order of one stage', () => {
    const any = fc.array(fc.constantFrom(...catalog.map(({ id }): Slot => ({ plugin: id }))), { maxLength: 12 })
    fc.assert(
      fc.property(any, fc.nat(4), fc.nat(11), fc.nat(11), (slots, stage, from, to) => {
        const { stops } = placed(slots, byId).stages[stage]!
        const next = moveSlot(slots, stops, { from, to })
        expect([...next].sort(byPlugin)).toEqual([...slots].sort(byPlugin))
        const others = (all: readonly Slot[]) => shown(all).filter((_, i) => i !== stage)
        const again = ({ length }: { length: number }) => length
        expect(others(next).map(again)).toEqual(others(slots).map(again))
        if (next !== slots) expect(placed(next, byId).stages[stage]!.stops[to]!.slot).toBe(stops[from]!.slot)
      }),
    )
  })
})

const byPlugin = (one: Slot, other: Slot) => (one.plugin < other.plugin ? -1 : one.plugin > other.plugin ? 1 : 0)

describe('flows', () => {
  const api = {
    name: 'Shop',
    flows: [
      { id: 'checks', plugins: { slots: [slot('RateLimit')] } },
      { id: 'main', name: 'default_plugin_chain' },
    ],
    routes: [{ id: 'a', name: 'Orders', flow_ref: 'checks' }, { id: 'b' }, { id: 'c', flow_ref: 'gone' }],
  }

  it('have the routes that name them; others take the default flow, by its id or its name', () => {
    expect(routesOf(api, 0).map(({ id }) => id)).toEqual(['a'])
    expect(routesOf(api, 1).map(({ id }) => id)).toEqual(['b'])
    expect(flowPlace(api, 'gone')).toBeUndefined()
    expect(flowPlace({ name: 'x', flows: [...api.flows, { id: 'default_plugin_chain' }] }, undefined)).toBe(2)
  })

  it('of one route alone are copies with a free id', () => {
    const next = withOwnFlow(api, 'a', (slots) => [...slots, slot('Cors')])
    expect(next.routes?.[0]).toEqual({ id: 'a', name: 'Orders', flow_ref: 'a' })
    expect(names(next.flows![2]!.plugins!.slots!)).toEqual(['RateLimit', 'Cors'])
    expect(next.flows![0]).toEqual(api.flows[0])
    expect(freeId(next, 'a')).toBe('a-2')
  })

  it('have ids that are free and fit in a path', () => {
    expect(['checks', 'a b', '..', '', 'new_1'].map((id) => idProblem(api, id) === undefined)).toEqual([
      ...[false, false, false, false, true],
    ])
  })
})

it('the catalog is searched by name, category and what plugins do; names come first', () => {
  const search = (words: string, category = '', slots: readonly Slot[] = []) =>
    searchCatalog(catalog, { words, category, slots })
  expect(search('workflow').map(({ plugin }) => plugin.name)).toEqual(['Workflow', 'Workflow access'])
  expect(search('rate')[0]!.plugin.name).toBe('Rate limit')
  expect(search('429').map(({ plugin }) => plugin.name)).toEqual(['Rate limit'])
  expect(search('', 'Authentication').every(({ plugin }) => plugin.categories.includes('Authentication'))).toBe(true)
  expect(search('cors', '', [slot('Cors')])[0]!.why).toMatch(/once/)
  expect(search('rate limit', '', [slot('RateLimit')])[0]!.why).toBeUndefined()
})

it('what a plugin sets is told in short', () => {
  expect(inShort(slot('RateLimit', { rate: 100, window: 60, burst: 5, by: 'ip' }))).toBe(
    'rate 100, window 60, burst 5, 1 more',
  )
  expect(inShort(slot('Cors', { allow_origin: ['a', 'b'] }))).toBe('allow_origin a b')
  expect(inShort(slot('Redirection', { to: 'x'.repeat(40) }))).toBe(`to ${'x'.repeat(27)}…`)
  expect(inShort(slot('ExperimentSplit', { backends: { B: 'orders' }, displayed: true }))).toBe(
    'backends B orders, displayed true',
  )
  expect(inShort({ plugin: 'x' })).toBe('')
})
