import { createCatalog, type GatewayUnit } from '@signalbox/core/gateway'
import { expect, it } from 'vitest'
import type { RoutePlan } from '../exchange/route-plan.ts'
import { createRouter } from '../router/create-router.ts'
import { createServed } from './served.ts'

/** A data plane that compiles one API a turn. It counts the routes whose backends are in use. */
function setUp() {
  const told: string[] = []
  const planned: string[] = []
  let now = 0
  let inUse = 0
  let leastInUse = Infinity
  let resume = () => {}
  const router = createRouter<RoutePlan>()
  const served = createServed({
    router,
    backends: {
      retain: () => void inUse++,
      release: () => {
        inUse--
        leastInUse = Math.min(leastInUse, inUse)
      },
    },
    captures: { follow: () => {} },
    consumers: { apply: ({ kind }) => void told.push(kind) },
    quotas: { load: () => {} },
    documents: { keep: () => {} },
    experiments: undefined,
    catalog: createCatalog(),
    planOf: ({ id }) => {
      planned.push(id)
      return {} as RoutePlan
    },
    turn: () => new Promise((resolve) => (resume = resolve)),
    clock: () => (now += 1000),
  })

  /** Applies changes to their end. */
  async function take(units: readonly GatewayUnit[]) {
    const state = { isDone: false }
    const applied = served.take(units).then(() => (state.isDone = true))
    while (!state.isDone) {
      resume()
      await Promise.resolve()
    }
    await applied
  }

  return {
    ...{ router, served, take, told, planned },
    resume: () => resume(),
    uses: () => ({ now: inUse, least: leastInUse }),
    /** The ports of the backends that the routes of an API go to. */
    ports: (api: string) =>
      router.entriesOf(api).flatMap(({ route }) => route.backend?.targets.map(({ port }) => port)),
  }
}

const unit = (kind: 'api' | 'backend' | 'credential', key: string, value?: object): GatewayUnit =>
  ({ kind, key, revision: 1, ...(value && { value }) }) as GatewayUnit
const end = (revision: number): GatewayUnit => ({ kind: 'end', revision })

const backendAt = (port: number) => ({ targets: [{ hostname: '127.0.0.1', port, tls: false }] })
const stored = (port: number) => ({ id: 'main', name: 'Main', backend: backendAt(port) })
const pathsOf = (paths: readonly string[], backend: string) =>
  paths.map((path) => ({ id: path.slice(1), backend, frontend: { paths: [path] } }))

/** An API with its own backend. */
const apiWith = (id: string, ...paths: string[]) => ({
  ...{ id, name: id, enabled: true, state: 'published', domain: `${id}.example` },
  backends: [{ id: 'own', backend: backendAt(1) }],
  routes: pathsOf(paths, 'own'),
})

it('tells consumers of changes before it compiles routes, however long earlier changes take', async () => {
  const { served, told, resume } = setUp()
  const first = served.take([unit('api', 'shop'), end(1)])
  const second = served.take([unit('credential', 'revoked'), end(2)])
  expect([told, served.revision]).toEqual([['api', 'credential'], -1])
  resume()
  await first
  expect(served.revision).toBe(1)
  await second
  expect(served.revision).toBe(2)
})

it('requests see what two APIs were before until both are compiled', async () => {
  const { router, served, resume } = setUp()
  const applied = served.take([
    unit('api', 'a', { api: apiWith('a', '/a') }),
    unit('api', 'b', { api: apiWith('b', '/b') }),
  ])
  const routes = () => [router.entriesOf('a').length, router.entriesOf('b').length]
  await Promise.resolve()
  resume()
  expect(routes()).toEqual([0, 0])
  await Promise.resolve()
  resume()
  await applied
  expect(routes()).toEqual([1, 1])
})

it('a backend stays in use while the routes to it are replaced, and no longer than its routes', async () => {
  const { take, uses } = setUp()
  await take([unit('api', 'shop', { api: apiWith('shop', '/old') })])
  await take([unit('api', 'shop', { api: apiWith('shop', '/new') })])
  expect(uses()).toEqual({ now: 1, least: 1 })
  await take([unit('api', 'shop')])
  expect(uses()).toEqual({ now: 0, least: 0 })
})

it('follows the stored backend that only a draft names', async () => {
  const { take, ports } = setUp()
  const live = { ...apiWith('shop', '/'), testing: { enabled: true, headerKey: 'X-Try', headerValue: 'secret' } }
  const draft = { ...live, routes: pathsOf(['/'], 'main') }
  await take([unit('backend', 'main', stored(2)), unit('api', 'shop', { api: live, live, draft })])
  expect(ports('shop')).toEqual([1, 2])
  await take([unit('backend', 'main', stored(3))])
  expect(ports('shop')).toEqual([1, 3])
})

it('an API that no longer names a stored backend stays as it is when that backend changes', async () => {
  const { take, ports, planned } = setUp()
  const before = { ...apiWith('shop'), routes: pathsOf(['/'], 'main') }
  await take([unit('backend', 'main', stored(2)), unit('api', 'shop', { api: before })])
  await take([unit('api', 'shop', { api: apiWith('shop', '/') })])
  const compiled = planned.length
  await take([unit('backend', 'main', stored(3))])
  expect([ports('shop'), planned.length]).toEqual([[1], compiled])
})

it('has the revision of a control plane that was restored from a backup', async () => {
  const { take, served } = setUp()
  await take([end(9)])
  await take([end(4)])
  expect(served.revision).toBe(4)
})
