import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ChangeEvent, createSignalbox, memoryStore, type Signalbox } from '../../index.ts'
import { followed, snapshotOf } from './source.fixture.ts'
import type { GatewaySource, GatewayUnit } from './source.ts'

const backend = (hostname: string) => ({ backend: { targets: [{ hostname }] } })
const shop = {
  id: 'shop',
  name: 'Shop',
  backends: [{ id: 'main', ...backend('main.local') }],
  routes: [{ id: 'orders', name: 'Orders', backend: 'main', frontend: { paths: ['/orders'] } }],
  documentation: {
    plans: [
      {
        id: 'tokens',
        status: 'published' as const,
        access_mode_configuration_type: 'jwt' as const,
        access_mode_configuration: { secret: 'a secret of the plan' },
      },
    ],
  },
}

function scene() {
  const store = memoryStore()
  const box = createSignalbox({ store })
  onTestFinished(() => box.close())
  return { store, box, following: () => followed(box, store.head) }
}

/** A sink that takes what it gets. */
function takingSink(taken: string[]) {
  let last = 0
  return {
    position: async () => last,
    async append(events: readonly ChangeEvent[]) {
      last = events.at(-1)?._id ?? last
      taken.push(...events.map(({ type }) => type))
    },
    close: async () => {},
  }
}

const publish = (box: Signalbox, version: string) => box.apis.deployments.create({ id: 'shop', body: { version } })
const namesIn = (units: readonly GatewayUnit[]) =>
  units.flatMap((unit) => (unit.kind === 'end' ? [] : [`${unit.value ? '' : 'no '}${unit.kind} ${unit.key}`]))
const apiIn = (plane: { kept: Map<string, unknown> }) =>
  plane.kept.get('api shop') as Extract<GatewayUnit, { kind: 'api' }>['value']

it('the snapshot of a sink changes nothing at data planes', async () => {
  const taken: string[] = []
  const store = memoryStore()
  const box = createSignalbox({ store, sinks: { audit: takingSink(taken) } })
  onTestFinished(() => box.close())
  await box.apis.create({ body: shop })
  const one = await followed(box, store.head)
  await box.sinks.resync({ id: 'audit' })
  await expect.poll(() => taken).toContain('SNAPSHOT_ENDED')
  expect(taken).toContain('API_SNAPSHOT')
  expect((await one.caughtUp()).flat().filter(({ kind }) => kind !== 'end')).toEqual([])
})

describe('a snapshot', () => {
  it('has what was used of quotas in this month and day, and changes have not', async () => {
    const { box, following } = scene()
    const today = new Date().toISOString().slice(0, 10)
    const month = today.slice(0, 7)
    const use = (period: string) => ({ key: 'ann', period, used: 3 })
    const quotas = [today, month, '2020-01-01', '2020-01'].map(use)
    await box.gatewaySource.report?.({ instance: 'one', seq: 1, entries: [], quotas, due: [] })
    const { units } = await snapshotOf(box.gatewaySource)
    expect(units.filter(({ kind }) => kind === 'quota')).toMatchObject([
      { key: 'ann', value: [{ period: month, used: 3 }] },
      { key: 'ann', value: [{ period: today, used: 3 }] },
    ])
    const one = await following()
    await box.apis.create({ body: shop })
    expect(namesIn((await one.caughtUp()).flat())).toEqual(['api shop'])
  })

  it('has backends, then error templates, then APIs with live definition and draft, then its end', async () => {
    const { box, store } = scene()
    await box.apis.create({ body: shop })
    const { id } = await publish(box, '1')
    await box.apis.draft.patch({ id: 'shop', body: { description: 'drafted' } })
    await box.errorTemplates.create({ body: { serviceId: 'global', template50x: 'Oh' } })
    await box.backends.create({ body: { id: 'search', name: 'Search', ...backend('search.local') } })
    const { units, plane } = await snapshotOf(box.gatewaySource)
    expect(namesIn(units)).toEqual(['backend search', 'error-template global', 'api shop'])
    expect(units.at(-1)).toEqual({ kind: 'end', revision: await store.head() })
    expect(apiIn(plane)).toMatchObject({
      api: { id: 'shop', state: 'published' },
      live: { id: 'shop', version: '1' },
      deployment: id,
      draft: { description: 'drafted' },
    })
  })

  it('has the secrets that reads mask', async () => {
    const { box } = scene()
    const key = 'a private key'
    await box.apis.create({ body: shop })
    await publish(box, '1')
    const { backend: settings } = backend('search.local')
    await box.backends.create({
      body: { id: 'search', name: 'Search', backend: { ...settings, tls_config: { key } } },
    })
    const { plane } = await snapshotOf(box.gatewaySource)
    expect(JSON.stringify(apiIn(plane)?.live)).toContain('a secret of the plan')
    expect(JSON.stringify(plane.kept.get('backend search'))).toContain(key)
    expect(JSON.stringify(await box.apis.get({ id: 'shop' }))).not.toContain('a secret of the plan')
  })

  it('of an API that was never published has no live definition', async () => {
    const { box } = scene()
    await box.apis.create({ body: shop })
    const { plane } = await snapshotOf(box.gatewaySource)
    expect(apiIn(plane)).not.toHaveProperty('live')
  })

  it('ends without its end when aborted', async () => {
    const { box } = scene()
    await box.apis.create({ body: shop })
    await box.apis.create({ body: { ...shop, id: 'other' } })
    const stop = new AbortController()
    const seen: string[] = []
    for await (const unit of box.gatewaySource.snapshot(stop.signal)) {
      seen.push(unit.kind)
      stop.abort()
    }
    expect(seen).toEqual(['api'])
  })
})

describe('changes', () => {
  it('follow publications, drafts, and a return to an earlier deployment', async () => {
    const { box, following } = scene()
    const { plane, caughtUp } = await following()
    await box.apis.create({ body: shop })
    const first = await publish(box, '1')
    await caughtUp()
    expect(apiIn(plane)).toMatchObject({ live: { version: '1' }, deployment: first.id })

    await box.apis.draft.patch({ id: 'shop', body: { description: 'second', version: '2' } })
    await caughtUp()
    expect(apiIn(plane)).toMatchObject({ live: { description: '' }, draft: { description: 'second' } })

    const second = await box.apis.deployments.create({ id: 'shop', body: {} })
    await caughtUp()
    expect(apiIn(plane)).toMatchObject({ live: { description: 'second' }, deployment: second.id })
    expect(apiIn(plane)).not.toHaveProperty('draft')

    const third = await box.apis.deployments.restore({ id: 'shop', deploymentId: first.id })
    await caughtUp()
    expect(apiIn(plane)).toMatchObject({ live: { description: '', version: '1' }, deployment: third.id })

    await box.apis.draft.patch({ id: 'shop', body: { description: 'third' } })
    await box.apis.draft.delete({ id: 'shop' })
    await caughtUp()
    expect(apiIn(plane)).not.toHaveProperty('draft')
  })

  it('follow the plans, the state and the testing of an API', async () => {
    const { box, following } = scene()
    await box.apis.create({ body: shop })
    await publish(box, '1')
    const { plane, caughtUp } = await following()
    await box.apis.patch({ id: 'shop', body: { documentation: { plans: [] }, state: 'deprecated' } })
    await caughtUp()
    expect(apiIn(plane)).toMatchObject({ api: { state: 'deprecated', documentation: { plans: [] } } })
    await box.apis.patch({ id: 'shop', body: { testing: { enabled: true } } })
    await caughtUp()
    expect(apiIn(plane)?.api.testing).toMatchObject({ enabled: true, headerValue: expect.stringMatching(/./) })
  })

  it('follow backends and error templates', async () => {
    const { box, following } = scene()
    const { plane, caughtUp } = await following()
    await box.backends.create({ body: { id: 'search', name: 'Search', ...backend('one.local') } })
    await box.backends.patch({ id: 'search', body: backend('two.local') })
    await box.errorTemplates.create({ body: { serviceId: 'shop', template50x: 'Oh' } })
    await caughtUp()
    expect(plane.kept.get('backend search')).toMatchObject(backend('two.local'))
    expect(plane.kept.get('error-template shop')).toMatchObject({ template50x: 'Oh' })
    await box.backends.delete({ id: 'search' })
    await box.errorTemplates.delete({ id: 'shop' })
    const arrays = await caughtUp()
    expect(namesIn(arrays.flat())).toEqual(['no backend search', 'no error-template shop'])
    expect(plane.kept.size).toBe(0)
  })

  it('follow deletions, also of many records at once', async () => {
    const { box, store, following } = scene()
    for (const id of ['a', 'b', 'c']) await box.apis.create({ body: { ...shop, id } })
    const { plane, caughtUp } = await following()
    await box.apis.delete({ id: 'a' })
    const [domain, timestamp] = ['Api', '2026-01-01T00:00:00.000']
    await store.commit(
      ['b', 'c'].map((key) => ({ op: 'delete', collection: 'apis', key }) as const),
      [
        ...['b', 'c'].map((key) => ({ type: 'API_DELETED', key, domain, payload: {}, timestamp })),
        { type: 'APIS_DELETED', key: '*', domain, payload: { count: 2, patterns: ['*'] }, timestamp },
      ],
    )
    const arrays = await caughtUp()
    expect(namesIn(arrays.flat())).toEqual(['no api a', 'no api b', 'no api c'])
    expect(plane.kept.size).toBe(0)
  })

  it('come in arrays, each with a record once, and with a new backend at the latest with the API that uses it', async () => {
    const { box, following } = scene()
    const { caughtUp } = await following()
    await box.apis.create({ body: shop })
    for (const description of ['1', '2', '3']) await box.apis.patch({ id: 'shop', body: { description } })
    expect((await caughtUp()).map(namesIn)).toEqual([['api shop']])

    await box.apis.patch({ id: 'shop', body: { description: '4' } })
    await box.backends.create({ body: { id: 'search', name: 'Search', ...backend('search.local') } })
    const routes = [{ id: 'search', name: 'Search', backend: 'search', frontend: { paths: ['/search'] } }]
    await box.apis.patch({ id: 'shop', body: { routes } })
    const [first = []] = await caughtUp()
    expect(namesIn(first).sort()).toEqual(['api shop', 'backend search'])
  })

  it('tell the revision also of events that concern no data plane', async () => {
    const { box, store, following } = scene()
    const { plane, caughtUp } = await following()
    await box.configs.create({ body: { id: 'colour', value: 'red' } })
    const arrays = await caughtUp()
    expect(arrays).toEqual([[{ kind: 'end', revision: await store.head() }]])
    expect(plane.revision).toBe(await store.head())
  })

  it('since an earlier revision come at once', async () => {
    const { box, store } = scene()
    const { plane } = await snapshotOf(box.gatewaySource)
    await box.apis.create({ body: shop })
    const late = box.gatewaySource.changes(plane.revision)[Symbol.asyncIterator]()
    const { value } = await late.next()
    expect(namesIn(value ?? [])).toEqual(['api shop'])
    expect(value?.at(-1)).toEqual({ kind: 'end', revision: await store.head() })
  })

  it('since a revision that the log no longer has begin with everything, and with what is gone', async () => {
    const store = memoryStore({ eventsKept: 2 })
    const box = createSignalbox({ store })
    onTestFinished(() => box.close())
    await box.apis.create({ body: shop })
    await box.backends.create({ body: { id: 'gone', name: 'Gone', ...backend('gone.local') } })
    const { plane } = await snapshotOf(box.gatewaySource)
    await box.backends.delete({ id: 'gone' })
    for (const description of ['1', '2', '3', '4', '5']) await box.apis.patch({ id: 'shop', body: { description } })
    const { value = [] } = await box.gatewaySource.changes(plane.revision)[Symbol.asyncIterator]().next()
    plane.apply(value)
    expect([...plane.kept.keys()]).toEqual(['api shop'])
    expect(apiIn(plane)).toMatchObject({ api: { description: '5' } })
    expect(plane.revision).toBe(await store.head())
  })

  it('end when their iterator is returned, on abort, and when the box closes', async () => {
    const { box } = scene()
    const { gatewaySource: source } = box
    const { plane } = await snapshotOf(source)
    const stop = new AbortController()
    const end = { done: true, value: undefined }
    const waiting = (signal?: AbortSignal) => {
      const changes = source.changes(plane.revision, signal)[Symbol.asyncIterator]()
      return { changes, next: changes.next() }
    }
    const [returned, aborted, closed] = [waiting(), waiting(stop.signal), waiting()]
    await returned.changes.return?.()
    expect(await returned.next).toEqual(end)
    stop.abort()
    expect(await aborted.next).toEqual(end)
    await box.close()
    expect(await closed.next).toEqual(end)
  })

  it('reject if the store cannot be read, and go on from the last revision', async () => {
    const memory = memoryStore()
    let isBroken = false
    const get: typeof memory.get = (collection, key) =>
      isBroken && collection === 'apis' ? Promise.reject(new Error('The disk is gone')) : memory.get(collection, key)
    const store = { ...memory, get }
    const box = createSignalbox({ store })
    onTestFinished(() => box.close())
    const { plane, caughtUp } = await followed(box, store.head)
    const other = createSignalbox({ store: memory })
    onTestFinished(() => other.close())
    isBroken = true
    await other.apis.create({ body: shop })
    await expect(caughtUp()).rejects.toThrow('The disk is gone')
    isBroken = false
    const { value = [] } = await box.gatewaySource.changes(plane.revision)[Symbol.asyncIterator]().next()
    expect(namesIn(value)).toEqual(['api shop'])
  })
})

type Step = (box: Signalbox) => Promise<unknown>

/** Writes that may fail, because of what other writers do. */
const steps: Record<string, Step> = {
  create: (box) => box.apis.create({ body: shop }),
  edit: (box) => box.apis.patch({ id: 'shop', body: { description: 'edited' } }),
  draft: (box) => box.apis.draft.patch({ id: 'shop', body: { description: 'drafted' } }),
  undraft: (box) => box.apis.draft.delete({ id: 'shop' }),
  publish: (box) => box.apis.deployments.create({ id: 'shop', body: {}, force: true }),
  delete: (box) => box.apis.delete({ id: 'shop' }),
  backend: (box) => box.backends.create({ body: { id: 'search', name: 'Search', ...backend('search.local') } }),
  move: (box) => box.backends.patch({ id: 'search', body: backend('moved.local') }),
  drop: (box) => box.backends.delete({ id: 'search' }),
  template: (box) => box.errorTemplates.create({ body: { serviceId: 'shop', template50x: 'Oh' } }),
}

describe('experiments', () => {
  const split = {
    ...{ id: 'shop:button', name: 'Button', enabled: true },
    variants: [
      { id: 'A', name: 'Blue', traffic: 0.5 },
      { id: 'B', name: 'Green', traffic: 0.5 },
    ],
  }
  const [one, other] = [0.5, 0.5].map((traffic, i) => ({ id: 'AB'[i]!, traffic }))
  const served = { id: 'shop:button', enabled: true, variants: [one, other], isComputable: true }
  const displayed = (box: Signalbox, clientId: string) => box.experiments.displayed({ id: split.id, clientId })

  async function followedBox(assignment: 'hash' | 'balanced' = 'hash') {
    const store = memoryStore()
    const box = createSignalbox({ store, assignment })
    onTestFinished(() => box.close())
    const { plane, caughtUp } = await followed(box, store.head)
    const kept = () => plane.kept.get('experiment shop:button')
    const fresh = async () => (await snapshotOf(box.gatewaySource)).plane.kept.get('experiment shop:button')
    return { box, caughtUp, kept, fresh }
  }

  it('come when they change, and not when clients are bound and counted', async () => {
    const { box, caughtUp, kept, fresh } = await followedBox()
    await box.experiments.create({ body: split })
    await caughtUp()
    expect(kept()).toEqual(served)
    await displayed(box, 'ann')
    await box.experiments.won({ id: split.id, clientId: 'ann' })
    expect((await caughtUp()).flatMap(namesIn)).toEqual([])
    await box.experiments.patch({ id: split.id, body: { enabled: false } })
    await caughtUp()
    expect(kept()).toEqual({ ...served, enabled: false })
    expect(kept()).toEqual(await fresh())
    await box.experiments.delete({ id: split.id })
    expect((await caughtUp()).map(namesIn)).toEqual([['no experiment shop:button']])
  })

  it('stay computable until variants or traffic change after the first binding', async () => {
    const { box, fresh } = await followedBox()
    const share = (traffic: number) =>
      box.experiments.patch({
        id: split.id,
        body: { variants: split.variants.map((one, i) => ({ ...one, traffic: i ? 1 - traffic : traffic })) },
      })
    await box.experiments.create({ body: split })
    await share(0.25)
    for (const client of ['ann', 'bob', 'cid']) await displayed(box, client)
    expect(await fresh()).toMatchObject({ isComputable: true })
    await share(0.5)
    expect(await fresh()).toMatchObject({ isComputable: false })
    await share(0.25)
    expect(await fresh()).toMatchObject({ isComputable: true })
    await share(0.5)
    await displayed(box, 'dan')
    await share(0.25)
    expect(await fresh()).toMatchObject({ isComputable: false })
  })

  it('are not computable once a client was bound in another way', async () => {
    const { box, fresh } = await followedBox('balanced')
    expect(box.gatewaySource.assignment).toBe('balanced')
    await box.experiments.create({ body: split })
    expect(await fresh()).toMatchObject({ isComputable: true })
    await displayed(box, 'ann')
    expect(await fresh()).toMatchObject({ isComputable: false })

    const hashed = await followedBox('hash')
    await hashed.box.experiments.create({ body: split })
    await displayed(hashed.box, 'ann')
    const lines = [{ variantBindingKey: 'shop:button:bob', variantId: 'A' }]
    await hashed.box.experiments.importBindings({ body: lines })
    expect(await hashed.fresh()).toMatchObject({ isComputable: false })
  })

  it('are gone when they are deleted many at once', async () => {
    const { box, caughtUp } = await followedBox()
    await box.experiments.create({ body: split })
    await caughtUp()
    await box.experiments.deleteMany({ pattern: 'shop:*' })
    expect((await caughtUp()).flatMap(namesIn)).toEqual(['no experiment shop:button'])
  })
})

describe('after any writes of several processes', () => {
  it('a data plane has what a new snapshot has', async () => {
    const names = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(names, names, async (ones, others) => {
        const store = memoryStore()
        const [box, other] = [createSignalbox({ store }), createSignalbox({ store })]
        const { plane, caughtUp } = await followed(box, store.head)
        const write = async (by: Signalbox, all: readonly string[]) => {
          for (const name of all) await (steps[name] as Step)(by).catch(() => {})
        }
        const following = caughtUp()
        await Promise.all([write(box, ones), write(other, others), following])
        await caughtUp()
        expect(plane.kept).toEqual((await snapshotOf(box.gatewaySource)).plane.kept)
        await Promise.all([box.close(), other.close()])
      }),
      { numRuns: 60 },
    )
  })
})

describe('the data planes of a process', () => {
  const status = { id: 'one', state: 'fresh' as const, revision: 7, routes: 1, since: 0, notes: [] }
  const attach = (source: GatewaySource) =>
    source.attach?.({
      status: () => status,
      explain: () => {
        throw new Error('not called')
      },
    })

  it('are listed with how far they are behind, while they are attached', async () => {
    const { box, store } = scene()
    const detach = attach(box.gatewaySource)
    await box.configs.create({ body: { id: 'colour', value: 'red' } })
    const revision = await store.head()
    expect(await box.gateway.list()).toEqual({ revision, results: [{ ...status, lag: revision - 7 }] })
    await box.ready()
    const consumers = async () => (await box.about()).events.consumers
    expect(await consumers()).toContainEqual({ name: 'data-planes', position: 7, behind: 1, lag: expect.any(Number) })
    detach?.()
    expect(await box.gateway.list()).toEqual({ revision, results: [] })
    expect((await consumers()).map(({ name }) => name)).not.toContain('data-planes')
  })

  it('explain nothing if there is none, and the error says how to get one', async () => {
    const { box } = scene()
    await expect(box.gateway.explain({ body: { url: '/orders' } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('SIGNALBOX_GATEWAY_PORT'),
    })
  })
})

describe('the OpenAPI document of an API', () => {
  const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/a': { get: {} } } }
  const validator = { plugin: 'cp:gateway.next.plugins.OpenApiValidator' }
  const validating = (enabled: boolean) => [
    { op: 'add' as const, path: '/flows', value: [{ id: 'checks', plugins: { slots: [{ ...validator, enabled }] } }] },
  ]

  it('comes with the API if a plugin reads it, and only then', async () => {
    const { box, following } = scene()
    const { id } = await box.apis.importOpenApi({ body: document })
    const one = await following()
    const documents = () => (one.plane.kept.get(`api ${id}`) as { documents?: Record<string, string> }).documents
    expect(documents()).toBeUndefined()
    await box.apis.patch({ id: id as string, body: validating(true) })
    await one.caughtUp()
    expect(Object.values(documents() ?? {}).map((text) => JSON.parse(text))).toEqual([document])
    await box.apis.patch({ id: id as string, body: validating(false) })
    await one.caughtUp()
    expect(documents()).toBeUndefined()
  })

  it('is never that of another API, even if its documentation links it', async () => {
    const { box, following } = scene()
    const { documentation } = await box.apis.importOpenApi({ body: document })
    const { resources } = documentation as { resources: object[] }
    const body = { id: 'thief', name: 'Thief', documentation: { resources }, flows: validating(true)[0]!.value }
    await box.apis.create({ body: body as never })
    const one = await following()
    expect(one.plane.kept.get('api thief')).not.toHaveProperty('documents')
  })

  it('is missed by a warning', async () => {
    const { box } = scene()
    const routes = [{ id: 'all', flow_ref: 'checks', frontend: { paths: ['/'] } }]
    await box.apis.create({ body: { id: 'bare', name: 'Bare', routes, flows: validating(true)[0]!.value } as never })
    const { problems } = (await box.apis.lint({ id: 'bare' })) as unknown as { problems: object[] }
    expect(problems).toContainEqual(
      expect.objectContaining({ severity: 'warning', pointer: '/flows/0/plugins/slots/0/plugin' }),
    )
  })
})
