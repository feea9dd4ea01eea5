import { createSignalbox, type Signalbox } from '@signalbox/core'
import { type GatewaySource, type GatewayUnit, reasonAgainst, standingOf } from '@signalbox/core/gateway'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import type { Consumers } from '../credentials/consumers.ts'
import { flowOf, testPlugin } from '../pipeline/pipeline.fixture.ts'

const plan = { id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' }
const slots = flowOf({})
const shop = {
  ...{ id: 'shop', name: 'Shop', domain: 'shop.example', flows: [slots], documentation: { plans: [plan] } },
  backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] } }],
  routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }],
}

/** A box with a published API and a consumer, and a data plane that follows it. */
async function setUp() {
  let consumers: Consumers | undefined
  const plugin = testPlugin({
    compile(_, context) {
      consumers = context.consumers
      return {}
    },
  })
  const box = createSignalbox({ plugins: [plugin] })
  const gateway = createGateway({ source: box.gatewaySource, plugins: [plugin] })
  onTestFinished(async () => {
    await gateway.close({ drainMs: 0 })
    await box.close()
  })
  await gateway.ready()
  await box.apis.create({ body: shop as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const { id = '', credentials } = await box.subscriptions.create({ body: { api_ref: 'shop', plan_ref: 'keys' } })
  const { clientId, clientSecret } = credentials as { clientId: string; clientSecret: string }

  /** How the data plane judges the secret, from memory. */
  function judge(secret = clientSecret) {
    const found = consumers?.findCredential(clientId)
    if (!found) return 'unknown'
    return reasonAgainst(found, standingOf(secret, found.credential.secrets, Date.now()), Date.now()) ?? 'valid'
  }
  return { box, gateway, id, clientId, judge }
}

type World = Awaited<ReturnType<typeof setUp>>
const editPlan = (box: Signalbox, status: string) =>
  box.apis.patch({ id: 'shop', body: [{ op: 'replace', path: '/documentation/plans/0/status', value: status }] })

const refusals: readonly [string, (world: World) => Promise<unknown>][] = [
  ['paused', ({ box, id }) => box.subscriptions.pause({ id })],
  ['closed', ({ box, id }) => box.subscriptions.close({ id })],
  ['closed', ({ box }) => editPlan(box, 'closed')],
  ['revoked', ({ box, clientId }) => box.credentials.patch({ id: clientId, body: { enabled: false } })],
  ['expired', ({ box, clientId }) => box.credentials.patch({ id: clientId, body: { validUntil: 1e12 } })],
  ['past-grace', ({ box, id }) => box.subscriptions.rotate({ id, body: {}, revokePrevious: true })],
  ['api-disabled', ({ box }) => box.apis.patch({ id: 'shop', body: { enabled: false } })],
  ['unknown', ({ box, clientId }) => box.credentials.delete({ id: clientId })],
  ['unknown', ({ box, id }) => box.subscriptions.delete({ id })],
  ['unknown', ({ box }) => box.apis.delete({ id: 'shop', force: true })],
]

describe('when a write has resolved, the data plane of the process', () => {
  it('admits the consumer of a new subscription', async () => {
    const { judge } = await setUp()
    expect(judge()).toBe('valid')
  })

  it.each(refusals)('judges its credential as %s at once', async (reason, write) => {
    const world = await setUp()
    await write(world)
    expect(world.judge()).toBe(reason)
  })

  it('serves the next request by what was published, without a wait', async () => {
    const { box, gateway } = await setUp()
    const paths = ['/a', '/b', '/c', '/d']
    for (const path of paths) {
      const routes = [{ id: 'all', backend: 'b', frontend: { paths: [path] } }]
      await box.apis.draft.patch({ id: 'shop', body: { routes } })
      await box.apis.deployments.create({ id: 'shop', body: {} })
      const served = paths.filter((one) => gateway.explain({ url: `http://shop.example${one}` }).outcome === 'route')
      expect(served).toEqual([path])
    }
  })
})

const end = (revision: number): readonly GatewayUnit[] => [{ kind: 'end', revision }]

/** A data plane over a source whose changes a test delivers. */
function openPlane() {
  const delivered = Promise.withResolvers<readonly GatewayUnit[]>()
  const loaded = Promise.withResolvers<void>()
  const source: GatewaySource = {
    async *snapshot() {
      await loaded.promise
      yield* end(3)
    },
    async *changes(_, signal) {
      signal?.addEventListener('abort', () => delivered.reject(new Error('aborted')))
      yield await delivered.promise
    },
  }
  const gateway = createGateway({ source, report: () => {} })
  onTestFinished(() => {
    loaded.resolve()
    return gateway.close({ drainMs: 0 })
  })
  const isApplied = (revision: number) => {
    const state = { isDone: false }
    gateway.applied(revision).then(() => (state.isDone = true))
    return state
  }
  return { gateway, delivered, loaded, isApplied }
}

describe('waiting for a revision', () => {
  it('ends when it is served, or was served already', async () => {
    const { gateway, delivered, loaded, isApplied } = openPlane()
    loaded.resolve()
    await gateway.ready()
    await gateway.applied(3)
    const [four, six] = [isApplied(4), isApplied(6)]
    delivered.resolve(end(5))
    await vi.waitFor(() => expect(four.isDone).toBe(true))
    expect(gateway.status().revision).toBe(5)
    // The source has ended: nothing more will be applied.
    await vi.waitFor(() => expect(six.isDone).toBe(true))
  })

  it('ends at once while there is nothing to serve yet', async () => {
    const { gateway } = openPlane()
    expect(gateway.status().state).toBe('cold')
    await gateway.applied(4)
  })

  it('ends when the source fails, and at once as long as it does', async () => {
    const { gateway, delivered, loaded, isApplied } = openPlane()
    loaded.resolve()
    await gateway.ready()
    const four = isApplied(4)
    delivered.reject(new Error('The source fails'))
    await vi.waitFor(() => expect(four.isDone).toBe(true))
    await gateway.applied(4)
  })

  it('ends when the data plane is closed', async () => {
    const { gateway, loaded, isApplied } = openPlane()
    loaded.resolve()
    await gateway.ready()
    const four = isApplied(4)
    await gateway.close({ drainMs: 0 })
    await vi.waitFor(() => expect(four.isDone).toBe(true))
    await gateway.applied(4)
  })
})
