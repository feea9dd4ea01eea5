import { createSignalbox } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import { flowOf } from '../pipeline/pipeline.fixture.ts'

const prefix = 'cp:gateway.next.plugins.'
const feature = 'shop:express'
const shop = {
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
  flows: [
    flowOf(
      { plugin: `${prefix}FeatureGate`, config: { feature } },
      { plugin: `${prefix}StaticResponse`, config: { body: 'open' } },
    ),
  ],
  routes: [{ id: 'all', flow_ref: 'f', frontend: { paths: ['/'] } }],
}

/** A Signalbox and a gateway that follows it, with a route behind a feature. */
async function setUp() {
  const box = createSignalbox()
  const gateway = createGateway({ source: box.gatewaySource, features: box })
  onTestFinished(async () => {
    await gateway.close({ drainMs: 0 })
    await box.close()
  })
  await gateway.ready()
  await box.features.create({ body: { id: feature, enabled: false, activationStrategy: 'NO_STRATEGY' } as never })
  await box.apis.create({ body: shop as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  await expect.poll(() => gateway.status().routes).toBe(1)
  const statusNow = async () => (await gateway.fetch(new Request('http://shop.example/'))).status
  const enable = (enabled: boolean) =>
    box.features.patch({ id: feature, body: [{ op: 'replace', path: '/enabled', value: enabled }] })
  return { box, gateway, statusNow, enable }
}

it('switching a feature opens and closes its route at once', async () => {
  const { statusNow, enable } = await setUp()
  const statuses = [await statusNow()]
  for (const enabled of [true, false, true]) {
    await enable(enabled)
    statuses.push(await statusNow())
  }
  expect(statuses).toEqual([404, 200, 404, 200])
})

it('explanations tell what the feature decides, to callers who may read it', async () => {
  const { box, enable } = await setUp()
  const body = { url: 'http://shop.example/' }
  expect(await box.gateway.explain({ body })).toMatchObject({
    outcome: 'refused',
    refused: { cause: 'errors.feature.inactive' },
    releases: [{ feature, active: false, reason: 'DISABLED' }],
  })
  await enable(true)
  const { outcome, releases } = await box.gateway.explain({ body })
  expect([outcome, releases]).toEqual(['route', [{ feature, active: true, reason: 'STATIC' }]])
  const grants = [{ pattern: 'shop', rights: ['R'], domains: ['Api'] }]
  const reader = box.as({ id: 'ann', authorizedPatterns: grants as never })
  expect(await reader.gateway.explain({ body })).toMatchObject({
    route: 'shop:all',
    releases: [{ feature: 'hidden', active: true }],
  })
})
