import { describe, expect, it } from 'vitest'
import type { GatewayApi } from '../apis/api.ts'
import { idsOf, namesOf, plainRoute, plans, shop, told } from './compile.fixture.ts'
import { compile } from './compile.ts'

const testing = { enabled: true, headerKey: 'X-Test', headerValue: 'secret-of-testers' }
type State = NonNullable<GatewayApi['state']>

describe('the live routes of an API', () => {
  const live = ['shop:users']
  const draft = ['testing_shop:users']
  it.each<[state: State, enabled: boolean, tested: boolean, ids: string[]]>([
    ['staging', true, false, []],
    ['staging', true, true, draft],
    ['staging', false, false, []],
    ['staging', false, true, []],
    ['published', true, false, live],
    ['published', true, true, [...live, ...draft]],
    ['published', false, false, []],
    ['published', false, true, []],
    ['deprecated', true, false, live],
    ['deprecated', true, true, [...live, ...draft]],
    ['deprecated', false, false, []],
    ['deprecated', false, true, []],
    ['removed', true, false, []],
    ['removed', true, true, []],
    ['removed', false, false, []],
    ['removed', false, true, []],
  ])('in %s, enabled: %s, testing: %s', (state, enabled, tested, ids) => {
    expect(idsOf(compile(shop({ state, enabled, testing: { ...testing, enabled: tested } })))).toEqual(ids)
  })

  it('are none in staging without testing, with a warning', () => {
    expect(told(compile(shop({ state: 'staging' })).warnings)).toEqual([
      { pointer: '/state', message: 'In staging there are only draft routes, and only when testing is enabled' },
    ])
  })

  it.each([
    [
      'removed',
      { state: 'removed' },
      '/state',
      'The API is removed, so it has no routes: set its state to staging to use it again',
    ],
    [
      'disabled',
      { enabled: false },
      '/enabled',
      'The API is disabled, so it has no routes: set enabled to true to serve them',
    ],
  ] as const)('are none if it is %s, with a warning', (_, given, pointer, message) => {
    expect(compile(shop(given))).toMatchObject({ routes: [], warnings: [{ pointer, message }] })
  })

  it('are none for a disabled deployment or draft', () => {
    const disabled = shop({ enabled: false })
    const message = 'The API is disabled, so it has no routes: set enabled to true to serve them'
    const api = shop({ testing })
    expect(compile(api, { live: disabled, draft: api })).toMatchObject({
      routes: [{ draft: true }],
      warnings: [{ pointer: '/enabled', message }],
    })
    expect(compile(api, { draft: disabled })).toMatchObject({
      routes: [{ draft: false }],
      warnings: [{ pointer: '/draft/enabled', message }],
    })
  })

  it('are none by default: in staging, enabled and without testing', () => {
    const { state: _, ...api } = shop()
    expect(compile(api).routes).toEqual([])
  })

  it('include disabled routes, marked as disabled', () => {
    const { routes, warnings } = compile(shop({ routes: [{ ...plainRoute, enabled: false }] }))
    expect(routes).toMatchObject([{ id: 'shop:users', enabled: false }])
    expect(told(warnings)).toEqual([
      { pointer: '/routes/0/enabled', message: 'The route users is disabled and serves no requests' },
    ])
  })

  it('are those of the newest deployment, not of later saves', () => {
    const { routes } = compile(shop({ state: 'deprecated', context_path: '/v2' }), { live: shop() })
    expect(routes[0]?.frontend.domains).toEqual(['api.x.tld/v1/users'])
  })
})

describe('draft routes', () => {
  const draft = shop({
    context_path: '/v2',
    groups: ['drafts'],
    debug_flow: true,
    backends: [{ id: 'main', backend: { targets: [{ hostname: 'draft.local' }] } }],
    routes: [{ ...plainRoute, frontend: { paths: ['/people'], headers: { 'X-A': '1', 'x-test': 'guessed' } } }],
    documentation: { plans: [plans.apikey, plans['oauth2-local']] },
  })
  const { routes, warnings } = compile(shop({ testing }), { draft })

  it('are those of the draft, beside the live routes', () => {
    expect(routes.map(({ id, draft }) => [id, draft])).toEqual([
      ['shop:users', false],
      ['testing_shop:users', true],
      ['testing_shop:oauth2-token', true],
    ])
    expect(routes[0]).toEqual(compile(shop()).routes[0])
    expect(told(warnings)).toEqual([])
  })

  it('use all settings of the draft', () => {
    expect(routes[1]).toMatchObject({
      api_ref: 'shop',
      groups: ['drafts'],
      debug_flow: true,
      frontend: { domains: ['api.x.tld/v2/people'] },
      backend: { targets: [{ hostname: 'draft.local' }] },
    })
    expect(namesOf(routes[1]!.plugins)).toEqual(['ApikeyCalls', 'ApikeyCalls', 'ExpectedConsumer'])
  })

  it('name no deployment, though the routes that serve do', () => {
    const { routes } = compile(shop({ testing }), { draft, deployment: 'd1' })
    expect(routes.map(({ deployment }) => deployment)).toEqual(['d1', undefined, undefined])
  })

  it('match no request without the testing header', () => {
    expect(routes[1]!.frontend.headers).toEqual({ 'X-A': '1', 'X-Test': 'secret-of-testers' })
    expect(routes[2]!.frontend.headers).toEqual({ 'X-Test': 'secret-of-testers' })
  })

  it('are those of the API if no draft is saved', () => {
    const [live, found] = compile(shop({ testing })).routes
    const { testing: opens, ...draft } = found!
    expect(opens).toEqual({ header: 'X-Test', value: 'secret-of-testers' })
    expect({ ...draft, id: live?.id, draft: false, frontend: live?.frontend }).toEqual(live)
  })

  it('require the header X-GATEWAY-TESTING by default', () => {
    const { routes } = compile(shop({ testing: { enabled: true, headerValue: 'v' } }))
    expect(routes[1]!.frontend.headers).toEqual({ 'X-GATEWAY-TESTING': 'v' })
  })

  it('require the header value of the API, not of the draft', () => {
    const other = shop({ testing: { ...testing, headerValue: 'of the draft' } })
    expect(idsOf(compile(shop(), { draft: other }))).toEqual(['shop:users'])
    expect(compile(shop({ testing }), { draft: other }).routes[1]!.frontend.headers).toEqual({
      'X-Test': 'secret-of-testers',
    })
  })

  it('are none if the header has no value', () => {
    const { routes, warnings } = compile(shop({ testing: { enabled: true } }))
    expect(routes.map(({ id }) => id)).toEqual(['shop:users'])
    expect(told(warnings)).toEqual([
      {
        pointer: '/testing/headerValue',
        message: 'Testing is enabled, but its header has no value, so there are no draft routes: set headerValue',
      },
    ])
  })

  it('have their own warnings, each once', () => {
    const routes = [{ id: 'users', backend: 'gone' }]
    const message = 'The backend gone is neither in the API nor stored: every request is refused'
    const pointers = (references: Parameters<typeof compile>[1]) =>
      compile(shop({ testing, routes }), references).warnings.map((one) => [one.pointer, one.message])
    expect(pointers({})).toEqual([['/routes/0/backend', message]])
    expect(pointers({ draft: shop({ routes }) })).toEqual([
      ['/routes/0/backend', message],
      ['/draft/routes/0/backend', message],
    ])
  })
})
