import { createSignalbox } from '@signalbox/core'
import type { GatewaySource } from '@signalbox/core/gateway'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import type { GatewayOptions } from '../gateway.ts'

const plan = { id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' }
const tokenPlan = { id: 'tokens', status: 'published', access_mode_configuration_type: 'oauth2-local' }
const apiOf = (id: string, plans: readonly object[]) => ({
  ...{ id, name: id, context_path: `/${id}`, documentation: { plans } },
  backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] } }],
  routes: [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }],
})

/** A data plane whose source last answered at 0. */
async function setUp(options: Partial<GatewayOptions> = {}) {
  const time = { now: 0 }
  const box = createSignalbox({ clock: () => time.now })
  for (const api of [apiOf('guarded', [plan]), apiOf('tokens', [tokenPlan]), apiOf('open', [])]) {
    await box.apis.create({ body: api as never })
    await box.apis.deployments.create({ id: api.id, body: {} })
  }
  const source: GatewaySource = { ...box.gatewaySource, heard: () => 0 }
  const gateway = createGateway({ source, clock: () => time.now, report: () => {}, ...options })
  onTestFinished(async () => {
    await gateway.close({ drainMs: 0 })
    await box.close()
  })
  await gateway.ready()
  async function causeOf(path: string, method = 'GET'): Promise<unknown> {
    const headers = { accept: 'application/json' }
    const response = await gateway.fetch(new Request(`http://shop.example${path}`, { headers, method }))
    return (await response.json())['gateway-cause']
  }
  const explained = (path: string) => gateway.explain({ url: `http://shop.example${path}` }).refused?.cause
  return { time, gateway, causeOf, explained }
}

it('is stale 15 seconds after its source was heard of, and serves on', async () => {
  const { time, gateway, causeOf } = await setUp()
  time.now = 15_001
  expect(gateway.status()).toMatchObject({ state: 'stale', since: 15_000 })
  expect([await causeOf('/guarded'), await causeOf('/open')]).toEqual([
    'errors.credentials.missing',
    'errors.backend.unreachable',
  ])
})

it('after a day, refuses on routes that admit consumers, and goes on with others', async () => {
  const { time, causeOf, explained } = await setUp()
  time.now = 86_400_000
  expect(await causeOf('/guarded')).toBe('errors.credentials.missing')
  time.now++
  expect([await causeOf('/guarded'), await causeOf('/open')]).toEqual([
    'errors.gateway.stale',
    'errors.backend.unreachable',
  ])
  expect([explained('/guarded'), explained('/open')]).toEqual(['errors.gateway.stale', undefined])
})

it('refuses after staleMax seconds, if that is given', async () => {
  const { time, causeOf } = await setUp({ staleMax: 60 })
  time.now = 60_001
  expect(await causeOf('/guarded')).toBe('errors.gateway.stale')
})

it('issues no tokens after a day either', async () => {
  const { time, causeOf } = await setUp()
  const ask = () => causeOf('/tokens/.well-known/oauth/token', 'POST')
  const before = await ask()
  time.now = 86_400_001
  expect([before, await ask()]).toEqual([undefined, 'errors.gateway.stale'])
})
