import { describe, expect, it } from 'vitest'
import { type Slot, slotsOf } from '../flows/slot.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { gateSlot, releasesOf, sharedWith, splitSlot, withChange, withoutBackend } from './release.ts'

const gate = gateSlot({ feature: 'beta', status: 404, negate: false, client: undefined })
const cors: Slot = { plugin: 'cp:gateway.next.plugins.Cors' }
const api: GatewayApi = {
  name: 'Shop',
  flows: [
    { id: 'checks', plugins: { slots: [cors, gate] } },
    { id: 'default_plugin_chain', plugins: { slots: [cors] } },
  ],
  routes: [
    { id: 'a', flow_ref: 'checks' },
    { id: 'b', flow_ref: 'checks' },
    { id: 'c' },
    { id: 'd', flow_ref: 'gone' },
  ],
}
const [a, , c, d] = api.routes!
const flowsOf = ({ flows = [] }: GatewayApi) => flows.map((flow) => [flow.id, slotsOf(flow).length])

describe('the gates and splits of a route', () => {
  it('are in its flow, which others may share', () => {
    expect(releasesOf(api, a!)).toEqual([{ kind: 'gate', at: 1, slot: gate }])
    expect(releasesOf(api, d!)).toEqual([])
    expect(sharedWith(api, a!).map(({ id }) => id)).toEqual(['b'])
    expect(sharedWith(api, c!)).toEqual([])
  })

  it('are added for all routes of the flow, or for the route alone', () => {
    const add = (slots: readonly Slot[]) => [...slots, gate]
    expect(flowsOf(withChange(api, { route: a!, reach: 'all' }, add))).toEqual([
      ['checks', 3],
      ['default_plugin_chain', 1],
    ])
    const own = withChange(api, { route: a!, reach: 'one' }, add)
    expect(flowsOf(own)).toEqual([
      ['checks', 2],
      ['default_plugin_chain', 1],
      ['a', 3],
    ])
    expect(own.routes!.map(({ flow_ref }) => flow_ref)).toEqual(['a', 'checks', undefined, 'gone'])
    expect(flowsOf(withChange(api, { route: c!, reach: 'one' }, add))[1]).toEqual(['default_plugin_chain', 2])
    expect(flowsOf(withChange(api, { route: d!, reach: 'all' }, add))[2]).toEqual(['d', 1])
  })

  it('are written without what is the default', () => {
    expect(gate.config).toEqual({ feature: 'beta' })
    const client = { from: 'cookie', name: 'visitor' } as const
    expect(gateSlot({ feature: 'beta', status: 403, negate: true, client }).config).toEqual({
      ...{ feature: 'beta', status: 403, negate: true, client },
    })
    expect(splitSlot({ experiment: 'cta', backends: { A: 'x' }, displayed: false, client: undefined }).config).toEqual({
      ...{ experiment: 'cta', backends: { A: 'x' } },
    })
  })

  it('may have variants without a backend', () => {
    expect(withoutBackend([{ id: 'A' }, { id: 'B' }, { id: 'toString' }], { A: 'x', B: '' })).toEqual(['B', 'toString'])
  })
})
