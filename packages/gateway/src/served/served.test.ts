import { createSignalbox, type Signalbox } from '@signalbox/core'
import type { GatewaySource, GatewayUnit } from '@signalbox/core/gateway'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import type { Decided } from '../exchange/decided.ts'
import type { Gateway, GatewayOptions } from '../gateway.ts'
import { flowOf, testPlugin } from '../pipeline/pipeline.fixture.ts'

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function setUp(options: Partial<GatewayOptions> = {}) {
  const { plugins = [] } = options
  const box = createSignalbox({ plugins })
  await box.ready()
  const gateway = createGateway({ source: box.gatewaySource, report: () => {}, ...options })
  open.push(box, gateway)
  await gateway.ready()
  return { box, gateway }
}

/** Decides about a request, and ends it at once. */
async function decide({ pipeline }: Gateway, target = '/', headers: readonly string[] = []): Promise<Decided> {
  const decided = await pipeline.decide({
    ...{ method: 'GET', target, address: '127.0.0.1', secure: false },
    rawHeaders: ['Host', 'shop.example', ...headers],
  })
  pipeline.finish(decided, { status: 200, bytesIn: 0, bytesOut: 0 })
  return decided
}

/** The port of the backend that a request goes to, or the cause of its refusal. */
async function endOf(gateway: Gateway, target = '/', headers: readonly string[] = []) {
  const { target: called, answer } = await decide(gateway, target, ['Accept', 'application/json', ...headers])
  return called?.port ?? JSON.parse(String(answer?.body))['gateway-cause']
}

const backendAt = (port: number) => ({ targets: [{ hostname: '127.0.0.1', port }] })

/** An API with a route to a backend at this port. */
const apiTo = (port: number, others: object = {}) => ({
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example', backends: [{ id: 'b', backend: backendAt(port) }] },
  routes: [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }],
  ...others,
})

const create = (box: Signalbox, api: object) => box.apis.create({ body: api as never })
const publish = (box: Signalbox, id = 'shop') => box.apis.deployments.create({ id, body: {} })

describe('a data plane', () => {
  it('serves an API from its publication until it is deleted', async () => {
    const { box, gateway } = await setUp()
    await create(box, apiTo(1))
    expect(await endOf(gateway)).toBe('errors.service.not.found')
    await publish(box)
    expect(await endOf(gateway)).toBe(1)
    await box.apis.delete({ id: 'shop' })
    expect([await endOf(gateway), gateway.status().routes]).toEqual(['errors.service.not.found', 0])
  })

  it('serves what was published, and the draft to testers', async () => {
    const { box, gateway } = await setUp()
    await create(box, apiTo(1, { testing: { enabled: true, headerKey: 'X-Try', headerValue: 'secret' } }))
    await publish(box)
    await box.apis.draft.patch({ id: 'shop', body: { backends: [{ id: 'b', backend: backendAt(2) }] } as never })
    expect([await endOf(gateway), await endOf(gateway, '/', ['X-Try', 'secret'])]).toEqual([1, 2])
  })

  it('follows the stored backends that its routes name', async () => {
    const { box, gateway } = await setUp()
    const move = (port: number) => box.backends.patch({ id: 'shared', body: { backend: backendAt(port) } as never })
    await box.backends.create({ body: { id: 'shared', name: 'Shared', backend: backendAt(3) } as never })
    await create(
      box,
      apiTo(1, { backends: [], routes: [{ id: 'all', backend: 'shared', frontend: { paths: ['/'] } }] }),
    )
    await publish(box)
    expect(await endOf(gateway)).toBe(3)
    await move(4)
    expect(await endOf(gateway)).toBe(4)
  })

  it('renders errors with the template that is stored', async () => {
    const { box, gateway } = await setUp()
    const page = async () => String((await decide(gateway)).answer?.body)
    await box.errorTemplates.create({ body: { serviceId: 'global', template40x: 'Lost: ${cause}' } })
    expect(await page()).toBe('Lost: errors.service.not.found')
    await box.errorTemplates.delete({ id: 'global' })
    expect(await page()).toContain('<!doctype html>')
  })

  it('compiles only what changed: the plugins of other routes keep their state', async () => {
    const compiled: string[] = []
    const plugin = testPlugin({
      compile(_, { route }) {
        compiled.push(route.id)
        return {}
      },
    })
    const { box } = await setUp({ plugins: [plugin] })
    const toRoute = (id: string) => ({ id, backend: 'b', flow_ref: 'f', frontend: { paths: [`/${id}`] } })
    await create(box, apiTo(1, { routes: ['a', 'b'].map(toRoute), flows: [flowOf({})] }))
    await publish(box)
    await box.apis.draft.patch({ id: 'shop', body: { routes: ['b', 'c'].map(toRoute) } as never })
    await publish(box)
    const isNew = (id: string) => compiled.filter((one) => one === `shop:${id}`).length
    expect([isNew('a'), isNew('c')]).toEqual([1, 1])
  })

  it('tells what its transport cannot do, once it is used through fetch', async () => {
    const { box, gateway } = await setUp()
    expect(gateway.status().notes).toEqual([])
    await gateway.fetch(new Request('http://shop.example/'))
    const { results } = await box.gateway.list()
    expect(results[0]?.notes).toContain('trailers of responses: dropped')
  })

  it('explains requests for the control plane', async () => {
    const { box } = await setUp()
    await create(box, apiTo(1))
    await publish(box)
    const { outcome, route, forward } = await box.gateway.explain({ body: { url: 'http://shop.example/a?b=1' } })
    expect([outcome, route, forward?.path, forward?.targets]).toEqual([
      ...['route', 'shop:all', '/a?b=1', [{ id: '127.0.0.1:1', state: 'usable' }]],
    ])
  })
})

describe('a data plane whose source fails', () => {
  const unit = (revision: number): GatewayUnit => ({ kind: 'end', revision })

  it('is cold until the first snapshot: requests get 503', async () => {
    let deliver = () => {}
    const waiting = new Promise<void>((resolve) => (deliver = resolve))
    const source: GatewaySource = {
      async *snapshot() {
        await waiting
        yield unit(3)
      },
      async *changes() {
        await new Promise(() => {})
        yield []
      },
    }
    const gateway = createGateway({ source })
    expect([gateway.status().state, await endOf(gateway)]).toEqual(['cold', 'errors.gateway.cold'])
    deliver()
    await gateway.ready()
    expect(gateway.status()).toMatchObject({ state: 'fresh', revision: 3 })
  })

  it('tries again, goes on where it was, and is stale meanwhile', async () => {
    const asked: number[] = []
    let now = 0
    let isBroken = true
    let deliver = () => {}
    const source: GatewaySource = {
      async *snapshot() {
        yield unit(3)
      },
      async *changes(after, signal) {
        asked.push(after)
        if (isBroken) throw new Error('gone')
        await new Promise<void>((resolve) => {
          deliver = resolve
          signal?.addEventListener('abort', () => resolve())
        })
        if (!signal?.aborted) yield [unit(4)]
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
      },
    }
    const reports: unknown[] = []
    const random = (bytes: number) => new Uint8Array(bytes)
    const gateway = createGateway({ source, clock: () => now, random, report: (error) => void reports.push(error) })
    open.push(gateway)
    await gateway.ready()
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2))
    expect(gateway.status().state).toBe('fresh')
    now = 16_000
    expect(gateway.status()).toMatchObject({ state: 'stale', since: 15_000 })
    isBroken = false
    await vi.waitFor(() => {
      deliver()
      expect(gateway.status()).toMatchObject({ state: 'fresh', revision: 4 })
    })
    expect([new Set(asked), reports.length]).toEqual([new Set([3]), 1])
  })
})
