import { createCatalog } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import type { Plugin } from '../api/flows/slot.ts'
import { compiled, route } from '../routes/compiled.fixture.ts'
import { shortName } from '../routes/route-row.ts'
import { byStage } from './by-stage.ts'

const catalog = new Map(createCatalog().plugins.map((plugin) => [plugin.id, plugin as unknown as Plugin]))

it('the plugins of a route stand in their stages, in the order in which they were compiled', () => {
  const names = ['SecurityHeaders', 'OverrideHost', 'Cors', 'Unknown', 'AllowHttpMethods']
  const slots = names.map((name) => ({ plugin: `cp:gateway.next.plugins.${name}` }))
  const [found] = compiled({
    flows: [{ id: 'f', plugins: { slots } }],
    routes: [route('a', { paths: ['/a'] }, { flow_ref: 'f' })],
  }).routes
  const stages = byStage(found!.plugins, catalog)
  const shown = stages.map(({ label, slots }) => [label, ...slots.map(({ plugin }) => shortName(plugin))])
  expect(shown).toEqual([
    ['First', 'Cors'],
    ['Access', 'AllowHttpMethods'],
    ['Request', 'OverrideHost'],
    ['Response', 'SecurityHeaders'],
    [undefined, 'Unknown'],
  ])
  expect(byStage(found!.plugins, new Map()).map(({ slots }) => slots.length)).toEqual([5])
})
