import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSchema } from '../../validators.ts'
import type { GatewayApi } from '../apis/api.ts'
import { apiSchema } from '../apis/api.ts'
import { anyApi, anyBackends, anyDefinition } from './arbitrary.fixture.ts'
import { shop } from './compile.fixture.ts'
import type { CompileReferences } from './compile.ts'
import { compile } from './compile.ts'
import { compiledSchema } from './compiled-route.ts'

const isApi = compileSchema(apiSchema)
const isCompiled = compileSchema(compiledSchema)

const references: fc.Arbitrary<CompileReferences> = fc.record(
  { live: anyDefinition, draft: anyDefinition, backends: anyBackends },
  { requiredKeys: [] },
)
/** APIs that serve something in most cases. */
const served = fc
  .tuple(anyApi, fc.constantFrom<GatewayApi['state']>('published', 'staging'), fc.boolean())
  .map(([api, state, isTested]): GatewayApi => {
    const testing = { enabled: isTested, headerKey: 'X-Test', headerValue: 'v' }
    return { ...api, id: 'shop', state: state ?? 'published', enabled: true, testing }
  })

describe('any API that its schema allows', () => {
  it('can be generated', () => {
    fc.assert(
      fc.property(anyApi, (api) => {
        expect([isApi(api), isApi.errors]).toEqual([true, null])
      }),
    )
  })

  it('compiles to what is documented, to the same bytes each time, and stays as it was', () => {
    fc.assert(
      fc.property(fc.oneof(anyApi, served), references, (api, given) => {
        const before = JSON.stringify([api, given.live, given.draft])
        const compiled = compile(api, given)
        expect(isCompiled(compiled)).toBe(true)
        expect(JSON.stringify(compile(api, given))).toBe(JSON.stringify(compiled))
        expect(JSON.stringify([api, given.live, given.draft])).toBe(before)
      }),
      { numRuns: 200 },
    )
  })

  it('is served to nobody whom no plan admits', () => {
    let guarded = 0
    fc.assert(
      fc.property(served, references, (api, given) => {
        for (const { draft, id, plugins } of compile(api, given).routes) {
          const source = draft ? (given.draft ?? api) : (given.live ?? api)
          const plans = source.documentation?.plans ?? []
          const isOpen = plans.some(
            ({ access_mode_configuration_type: mode, status = 'staging' }) =>
              mode === 'keyless' && (status === 'published' || status === 'deprecated'),
          )
          if (plans.length === 0 || isOpen || isTokenRoute(id)) continue
          guarded++
          expect(plugins.at(-1)).toMatchObject({ plugin: 'cp:gateway.next.plugins.ExpectedConsumer', enabled: true })
        }
      }),
      { numRuns: 200 },
    )
    expect(guarded).toBeGreaterThan(5)
  })

  it('shows drafts to nobody without the testing header', () => {
    let drafts = 0
    fc.assert(
      fc.property(served, references, (api, given) => {
        for (const { draft, frontend } of compile(api, given).routes) {
          if (!draft) continue
          drafts++
          expect(api.testing?.enabled).toBe(true)
          expect(frontend.headers['X-Test']).toBe('v')
        }
      }),
      { numRuns: 150 },
    )
    expect(drafts).toBeGreaterThan(5)
  })
})

const isTokenRoute = (id: string) => id.endsWith(':oauth2-token')

/** The list in random order. */
const shuffled = <T>(list: readonly T[] | undefined) =>
  fc.shuffledSubarray([...(list ?? [])], { minLength: list?.length ?? 0 })

/** An API whose lists have no duplicate ids or names. */
const unique = served.map(
  (api): GatewayApi => ({
    ...api,
    routes: firsts(api.routes),
    backends: firsts(api.backends),
    flows: firsts(api.flows).map(({ name: _, ...flow }) => flow),
    clients_backend_config: firsts(api.clients_backend_config),
    documentation: { ...api.documentation, plans: firsts(api.documentation?.plans) },
  }),
)
const firsts = <T extends { id: string }>(list: readonly T[] = []): T[] =>
  list.filter(({ id }, place) => list.findIndex((one) => one.id === id) === place)

describe('the order of lists', () => {
  it('decides nothing where one entry finds another', () => {
    const permuted = unique.chain((api) =>
      fc
        .tuple(shuffled(api.backends), shuffled(api.flows), shuffled(api.clients_backend_config))
        .map(
          ([backends, flows, clients_backend_config]) =>
            [api, { ...api, backends, flows, clients_backend_config }] as const,
        ),
    )
    fc.assert(
      fc.property(permuted, anyBackends, ([api, other], backends) => {
        const reversed = new Map([...backends].reverse())
        expect(JSON.stringify(compile(other, { backends: reversed }).routes)).toBe(
          JSON.stringify(compile(api, { backends }).routes),
        )
      }),
      { numRuns: 150 },
    )
  })

  it('of routes is the order of the routes, which are the same', () => {
    const permuted = unique.chain((api) => shuffled(api.routes).map((routes) => [api, { ...api, routes }] as const))
    fc.assert(
      fc.property(permuted, ([api, other]) => {
        const [before, after] = [compile(api).routes, compile(other).routes]
        const byId = new Map(before.map((route) => [route.id, JSON.stringify(route)]))
        expect(after.map((route) => JSON.stringify(route))).toEqual(after.map(({ id }) => byId.get(id)))
        const declared = after.filter(({ id, draft }) => !draft && !isTokenRoute(id)).map(({ id }) => id)
        if (api.state === 'published') expect(declared).toEqual(other.routes.map(({ id }) => `shop:${id}`))
        expect(after).toHaveLength(before.length)
      }),
      { numRuns: 150 },
    )
  })

  it('of plans is the order of their plugins, which are the same', () => {
    const permuted = unique.chain((api) =>
      shuffled(api.documentation?.plans).map(
        (plans) => [api, { ...api, documentation: { ...api.documentation, plans } }] as const,
      ),
    )
    fc.assert(
      fc.property(permuted, ([api, other]) => {
        const [before, after] = [compile(api).routes, compile(other).routes]
        const order = other.documentation.plans.map(({ id }) => id)
        for (const [place, { id, plugins }] of after.entries()) {
          if (isTokenRoute(id)) continue
          const texts = plugins.map((slot) => JSON.stringify(slot))
          expect([...texts].sort()).toEqual(before[place]?.plugins.map((slot) => JSON.stringify(slot)).sort())
          const guards = plugins
            .filter(({ config }) => config.mandatory === false)
            .map(({ config }) => String(config.plan_ref))
          expect(guards).toEqual([...guards].sort((a, b) => order.indexOf(a) - order.indexOf(b)))
        }
      }),
      { numRuns: 150 },
    )
  })
})

describe('a compiled route', () => {
  it('has what all routes of its API have', () => {
    const given = { groups: ['g'], metadata: { a: 1 }, debug_flow: true, capture: true, export_reporting: true }
    expect(compile(shop(given)).routes[0]).toMatchObject({ api_ref: 'shop', draft: false, ...given })
    const none = { groups: [], metadata: {}, debug_flow: false, capture: false, export_reporting: false }
    expect(compile(shop()).routes[0]).toMatchObject(none)
  })

  it('has its members in the order they are documented in, and no others', () => {
    const [route] = compile(shop()).routes
    expect(Object.keys(route!).join(' ')).toBe(
      'id name enabled api_ref api_state version blueprint draft groups tags metadata debug_flow capture export_reporting ' +
        'frontend backend plugins',
    )
  })

  it('is called as it was named, or by its id', () => {
    const routes = [
      { id: 'a', name: 'All of A', backend: 'main', frontend: { paths: ['/a'] } },
      { id: 'b', backend: 'main' },
    ]
    expect(compile(shop({ routes })).routes.map(({ id, name }) => [id, name])).toEqual([
      ['shop:a', 'All of A'],
      ['shop:b', 'b'],
    ])
  })

  it('of an id that is taken is a warning', () => {
    const routes = ['/a', '/b'].map((path) => ({ id: 'a', backend: 'main', frontend: { paths: [path] } }))
    expect(compile(shop({ routes })).warnings.map(({ pointer }) => pointer)).toEqual(['/routes/1/id'])
  })

  it('comes from an API that has none too', () => {
    const { routes: _, ...api } = shop()
    expect(compile(api)).toEqual({ routes: [], warnings: [] })
  })
})
