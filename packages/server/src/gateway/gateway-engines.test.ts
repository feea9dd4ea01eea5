import { expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

const prefix = 'cp:gateway.next.plugins.'
const apiWith = (...slots: object[]) =>
  ({
    ...{ id: 'shop', name: 'Shop', context_path: '/shop' },
    routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
    flows: [{ id: 'f', plugins: { slots } }],
  }) as never

/** A server whose gateway serves an API with these slots, the feature `shop:a`, and the workflow `fill`. */
async function setUp(slots: readonly object[], gatewayGrants: readonly string[] = []) {
  const server = await createServer({ port: 0, ...known, gateway: true, gatewayGrants, report: () => {} })
  onTestFinished(() => server.close())
  const { box } = server
  await box.features.create({ body: { id: 'shop:a', enabled: false, activationStrategy: 'NO_STRATEGY' } as never })
  const keep = { kind: 'call', function: 'core.store_set', args: { key: 'cart:1', value: { items: 2 } } }
  await box.workflows.create({ body: { id: 'fill', config: { kind: 'workflow', steps: [keep] } } as never })
  await box.apis.create({ body: apiWith(...slots) })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  await expect.poll(async () => (await box.gateway.list()).results.map(({ lag }) => lag)).toEqual([0])
  const call = async () => (await fetch(`${server.gatewayUrl}/shop`)).status
  return { box, call }
}

it('the gateway of a server opens routes by its features', async () => {
  const gate = { plugin: `${prefix}FeatureGate`, config: { feature: 'shop:a' } }
  const { box, call } = await setUp([gate, { plugin: `${prefix}StaticResponse` }])
  expect(await call()).toBe(404)
  await box.features.patch({ id: 'shop:a', body: [{ op: 'replace', path: '/enabled', value: true }] })
  expect(await call()).toBe(200)
})

it.each([
  [[], 502, []],
  [['cart:*$$$CRU'], 200, [{ key: 'cart:1', value: { items: 2 } }]],
])('the workflows of routes keep values only under grants: %j', async (grants, status, values) => {
  const { box, call } = await setUp([{ plugin: `${prefix}WorkflowBackend`, config: { workflow: 'fill' } }], grants)
  expect(await call()).toBe(status)
  const kept: unknown[] = []
  for await (const line of await box.workflows.store.export()) kept.push(line)
  expect(kept).toEqual(values)
})
