import { createSignalbox, type SignalboxOptions } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import type { GatewayOptions } from '../gateway.ts'
import { memoryState } from '../state/memory-state.fixture.ts'

const slot = (name: string, config: object) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })
const flow = (id: string, ...slots: readonly object[]) => ({ id, plugins: { slots } })
const client = { from: 'header', name: 'X-Client' }
const experiment = 'shop:button'
const split = { experiment, client, displayed: true, header: 'X-Variant' }
const backends = { A: 'a', B: 'b' }

/** A route that is split, one whose responses are stored, one that is the goal, and one for browsers. */
const shop = {
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example' },
  backends: ['a', 'b', 'main'].map((id) => ({ id, backend: { targets: [{ hostname: `${id}.internal` }] } })),
  flows: [
    flow('split', slot('ExperimentSplit', { ...split, backends }), slot('OverrideHost', {})),
    flow('stored', slot('ExperimentSplit', split), slot('ResponseCache', { ttl: 60, public: true })),
    flow('goal', slot('ExperimentGoal', { experiment, client })),
    flow(
      'web',
      slot('ExperimentSplit', { ...split, client: { from: 'cookie', name: 'visitor' } }),
      slot('ResponseCache', { ttl: 60, public: true }),
    ),
  ],
  routes: ['split', 'stored', 'goal', 'web'].map((id) => ({
    ...{ id, backend: 'main', flow_ref: id },
    frontend: { paths: [`/${id}`] },
  })),
}

/** A Signalbox with an experiment, and the way to gateways that follow it. */
async function setUp(options: SignalboxOptions = {}) {
  const box = createSignalbox(options)
  onTestFinished(() => box.close())
  const variants = ['A', 'B'].map((id) => ({ id, name: id, traffic: 0.5 }))
  await box.experiments.create({ body: { id: experiment, name: 'Button', enabled: true, variants } })
  await box.apis.create({ body: shop as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const counted = async () =>
    (await box.experiments.results({ id: experiment })).results.map(({ displayed, won }) => [displayed, won])
  return { box, counted, open: (more: Partial<GatewayOptions> = {}) => openGateway(box, more) }
}

async function openGateway(box: ReturnType<typeof createSignalbox>, more: Partial<GatewayOptions>) {
  const called: string[] = []
  const gateway = createGateway({
    source: box.gatewaySource,
    experiments: box.experiments,
    fetch: async (input, init) => {
      const { url, headers } = new Request(input as Request, init)
      const answer = `${new URL(url).hostname.split('.')[0]} ${headers.get('x-variant') ?? ''}`.trim()
      called.push(answer)
      return new Response(answer, { status: Number(new URL(url).searchParams.get('status') ?? 200) })
    },
    ...more,
  })
  onTestFinished(() => gateway.close({ drainMs: 0 }))
  await gateway.ready()
  const call = async (path: string, headers: Record<string, string> = {}) => {
    const response = await gateway.fetch(new Request(`http://shop.example${path}`, { headers }))
    return { response, text: await response.text() }
  }
  const from = async (name: string, path = '/split') => (await call(path, { 'X-Client': name })).text
  return { gateway, called, call, from }
}

it('clients keep the backend of their variant, and the service counts those who saw it and who won', async () => {
  const { counted, open } = await setUp()
  const { gateway, call, from } = await open()
  expect([await from('ann'), await from('bob'), await from('ann'), (await call('/split')).text]).toEqual([
    ...['a A', 'b B', 'a A', 'main'],
  ])
  for (const status of [302, 404, 500]) await from('ann', `/split?status=${status}`)
  for (const name of ['ann', 'stranger']) await from(name, '/goal')
  await gateway.close()
  expect(await counted()).toEqual([
    [3, 1],
    [1, 0],
  ])
})

it('another gateway and another start of it keep every client on its side', async () => {
  const { open } = await setUp()
  const one = await open()
  const names = Array.from({ length: 20 }, (_, i) => `client-${i}`)
  const sides = []
  for (const name of names) sides.push(await one.from(name))
  await one.gateway.close()
  const other = await open()
  for (const [i, name] of names.entries()) expect(await other.from(name)).toBe(sides[i])
  expect(new Set(sides)).toEqual(new Set(['a A', 'b B']))
})

it('a change of the experiment is served with its write', async () => {
  const { box, open } = await setUp({ assignment: 'hash' })
  const { from } = await open()
  const before = await from('ann')
  expect(before).toMatch(/^(a A|b B)$/)
  await box.experiments.patch({ id: experiment, body: { enabled: false } })
  expect([await from('ann'), await from('new')]).toEqual(['main', 'main'])
  await box.experiments.patch({ id: experiment, body: { enabled: true } })
  expect(await from('ann')).toBe(before)
})

it('explanations tell variant and backend of a request, and bind nobody', async () => {
  const { box, open } = await setUp()
  const { from } = await open()
  await from('ann')
  const explain = (name: string) =>
    box.gateway.explain({ body: { url: 'http://shop.example/split', headers: { 'X-Client': name } } })
  expect(await explain('ann')).toMatchObject({
    releases: [{ experiment, variant: 'A', backend: 'a' }],
    forward: { targets: [{ id: 'a.internal:80' }] },
  })
  expect(await explain('bob')).toMatchObject({
    releases: [{ experiment }],
    forward: { targets: [{ id: 'main.internal:80' }] },
  })
  await expect(box.experiments.variant({ id: experiment, clientId: 'bob' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

it('variants do not share stored responses, and each response counts', async () => {
  const { counted, open } = await setUp()
  const { called, from, gateway } = await open()
  const seen: string[] = []
  for (const name of ['ann', 'bob', 'cid', 'dan', 'ann']) seen.push(await from(name, '/stored'))
  expect(seen).toEqual(['main A', 'main B', 'main A', 'main B', 'main A'])
  expect(called).toEqual(['main A', 'main B'])
  await gateway.close()
  expect(await counted()).toEqual([
    [3, 0],
    [2, 0],
  ])
})

it('cookies of a client are not stored for others', async () => {
  const { open } = await setUp()
  const { called, call } = await open()
  const cookies: string[] = []
  for (let i = 0; i < 4; i++) {
    const { response } = await call('/web')
    cookies.push(response.headers.getSetCookie().join())
    expect(response.headers.get('cache-control')).toBe('private')
  }
  expect(called).toHaveLength(2)
  expect(new Set(cookies).size).toBe(4)
})

it('records outlive a gateway that is killed while the service is away', async () => {
  const { box, counted, open } = await setUp({ assignment: 'hash' })
  const state = memoryState()
  const away = { record: () => Promise.reject(new Error('The service is away')) }
  const killed = await open({ state, experiments: away, report: () => {} })
  for (let i = 0; i < 30; i++) await killed.from(`client-${i}`)
  await expect.poll(() => state.killed().spool('records').load()).toHaveLength(30)
  const next = await open({ state: state.killed() })
  await expect.poll(async () => (await counted()).flat().reduce((sum, one) => sum + one, 0)).toBe(30)
  await next.gateway.close()
  await expect(box.experiments.variant({ id: experiment, clientId: 'client-29' })).resolves.toBeDefined()
})

it('without experiments, routes with a split refuse', async () => {
  const { open } = await setUp()
  const { call } = await open({ experiments: undefined, report: () => {} })
  expect((await call('/split', { 'X-Client': 'ann' })).response.status).toBe(503)
})
