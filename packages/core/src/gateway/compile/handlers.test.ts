import { describe, expect, it } from 'vitest'
import { createSignalbox, type SignalboxApi } from '../../index.ts'
import type { GatewayApi } from '../apis/api.ts'
import { idsOf, plans, shop, target } from './compile.fixture.ts'

const { state: _, ...staged } = shop()
const create = async (api: SignalboxApi, given: Partial<GatewayApi> = {}) => {
  const created = await api.apis.create({ body: { ...staged, ...given } })
  await api.apis.deployments.create({ id: created.id as string, body: {} })
}

describe('the routes of an API', () => {
  it('contain no secrets of plans, in live and draft routes', async () => {
    const box = createSignalbox()
    const documentation = { plans: [plans.jwt, plans['oauth2-remote']] }
    await create(box, { documentation, testing: { enabled: true } })
    const { deployments: _, ...saved } = await box.apis.get({ id: 'shop' })
    const draft = {
      ...saved,
      documentation: { plans: [{ ...plans.jwt, access_mode_configuration: { secret: 'of the draft' } }] },
    }
    await box.apis.draft.replace({ id: 'shop', body: draft })
    for (const answer of [await box.apis.routes({ id: 'shop' }), await box.routes()]) {
      const guards = answer.routes.flatMap(({ plugins }) => plugins.filter(({ config }) => 'plan_ref' in config))
      expect(guards.map(({ config }) => [config.plan_ref, config.secret ?? config.clientSecret])).toEqual([
        ['tokens', '********'],
        ['remote', '********'],
        ['tokens', '********'],
      ])
      expect(JSON.stringify(answer)).not.toContain('of the ')
    }
  })

  it('are the same bytes again when a deployment is restored', async () => {
    const box = createSignalbox()
    const routes = async () =>
      (await box.apis.routes({ id: 'shop' })).routes.map(({ deployment: _, ...route }) => JSON.stringify(route))
    await create(box, { documentation: { plans: [plans.jwt, plans['oauth2-local']] } })
    const [first] = (await box.apis.deployments.list({ id: 'shop' })).results
    const live = await routes()
    const { deployments: _, ...saved } = await box.apis.get({ id: 'shop' })
    await box.apis.replace({
      id: 'shop',
      body: { ...saved, context_path: '/v2', backends: [{ id: 'main' }], flows: [], documentation: {} },
    })
    expect(await routes()).not.toEqual(live)
    await box.apis.deployments.restore({ id: 'shop', deploymentId: first!.id })
    expect(await routes()).toEqual(live)
  })

  it.each([
    ['no plan', undefined, 0, true],
    ['a plan in staging', 'staging', 1, false],
    ['a closed plan', 'closed', 1, false],
    ['a published plan', 'published', 2, false],
  ] as const)('under %s are guarded as the lint reports', async (_, status, guards, isOpen) => {
    const box = createSignalbox()
    await create(box, { documentation: { plans: status ? [{ ...plans.apikey, status }] : [] } })
    expect((await box.apis.routes({ id: 'shop' })).routes[0]?.plugins).toHaveLength(guards)
    const { problems } = await box.apis.lint({ id: 'shop' })
    expect(problems.some(({ message }) => message.includes('anyone can call'))).toBe(isOpen)
  })

  it('have the stored backend that only the draft names', async () => {
    const box = createSignalbox()
    await box.backends.create({ body: { id: 'canary', backend: { targets: [{ hostname: 'canary.local' }] } } })
    await create(box, { testing: { enabled: true } })
    const { deployments: _, ...saved } = await box.apis.get({ id: 'shop' })
    const routes = (saved.routes ?? []).map((route) => ({ ...route, backend: 'canary' }))
    await box.apis.draft.replace({ id: 'shop', body: { ...saved, routes } })
    const compiled = (await box.apis.routes({ id: 'shop' })).routes
    expect(compiled.map(({ draft, backend }) => [draft, backend.stored])).toEqual([
      [false, undefined],
      [true, true],
    ])
  })

  it('are those of the newest deployment, not of later saves', async () => {
    const box = createSignalbox()
    await create(box)
    const patch = (body: object) => box.apis.patch({ id: 'shop', body: body as never })
    await patch({ state: 'deprecated' })
    await patch({ context_path: '/saved' })
    const { routes } = await box.apis.routes({ id: 'shop' })
    expect(routes.map(({ frontend }) => frontend.domains)).toEqual([['api.x.tld/v1/users']])
  })
})

describe('the routes of all APIs', () => {
  it('warn of two routes of any APIs that match the same request', async () => {
    const box = createSignalbox()
    await create(box, { id: 'a', routes: [{ id: 'r', backend: 'main', frontend: { paths: ['/x/:id'] } }] })
    await create(box, { id: 'b', routes: [{ id: 's', backend: 'main', frontend: { paths: ['/x/:name'] } }] })
    const { routes, warnings } = await box.routes()
    expect(idsOf({ routes, warnings })).toEqual(['a:r', 'b:s'])
    expect(warnings).toEqual([
      {
        pointer: '/b/routes/0/frontend',
        code: 'route.collision',
        message:
          'The routes a:r and b:s both match requests to api.x.tld/v1/x/:name, so b:s gets no requests: change the path or the methods of one',
      },
    ])
    expect((await box.apis.routes({ id: 'b' })).warnings).toEqual([])
  })

  it('are the readable ones, and warnings name no others', async () => {
    const box = createSignalbox()
    await create(box, { id: 'a' })
    await create(box, { id: 'b' })
    const reader = box.as({ id: 'r', authorizedPatterns: [{ pattern: 'b', rights: [], domains: ['Api'] }] })
    expect(idsOf(await reader.routes())).toEqual(['b:users'])
    expect((await reader.routes()).warnings).toEqual([])
    expect((await box.routes()).warnings).toHaveLength(1)
    await expect(reader.apis.routes({ id: 'a' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('resolve stored backends, with client settings of each API', async () => {
    const box = createSignalbox()
    await box.backends.create({
      body: { id: 'shared', backend: { targets: [{ hostname: 'shared.local' }] }, client: 'own' },
    })
    const routes = [{ id: 'r', backend: 'shared' }]
    const clients = (retries: number) => [{ id: 'own', client: { retries } }]
    await create(box, { id: 'a', domain: 'a.tld', routes, backends: [], clients_backend_config: clients(1) })
    await create(box, { id: 'b', domain: 'b.tld', routes, backends: [], clients_backend_config: clients(2) })
    const { routes: found, warnings } = await box.routes()
    expect(found.map(({ backend }) => backend)).toMatchObject(
      [1, 2].map((retries) => ({
        ref: 'shared',
        stored: true,
        targets: [target('shared.local')],
        client: { retries },
      })),
    )
    expect(warnings).toEqual([])
  })
})
