import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validate } from '../../machine/schema/validate.ts'
import { builtInCatalog } from '../../plugins/create-catalog.ts'
import { type ApiDefinition, apiSchema } from '../apis/api.ts'
import { withDefaults } from '../apis/defaults.ts'
import { checkReferences } from '../apis/references.ts'
import { compile } from '../compile/compile.ts'
import { importOpenApi } from './import-openapi.ts'
import { mergeImport } from './merge.ts'
import type { ImportedApi } from './reading.ts'

const operation = fc.record(
  { operationId: fc.constantFrom('a', 'b', 'c'), summary: fc.constantFrom('one', 'other') },
  { requiredKeys: [] },
)
const document = fc.record({
  openapi: fc.constant('3.1.0'),
  info: fc.record({ title: fc.constantFrom('Shop', 'Store'), version: fc.constantFrom('1', '2') }),
  servers: fc
    .subarray(['https://a.tld/v1', 'https://b.tld/v1', 'https://a.tld/v2'])
    .map((all) => all.map((url) => ({ url }))),
  paths: fc
    .dictionary(
      fc.constantFrom('/a', '/a/{id}', '/a/{name}', '/b', '/b/c'),
      fc.record(
        {
          get: operation,
          put: operation,
          servers: fc.constantFrom([{ url: 'https://other.tld' }], [{ url: 'https://more.tld/x' }]),
        },
        { requiredKeys: [] },
      ),
    )
    // A document without operations cannot be imported.
    .map((paths) => ({ '/always': { get: {} }, ...paths })),
})

/** An edit of an API by hand. */
type Edit = (api: ApiDefinition) => ApiDefinition
const nth = (count: number, n: number) => (count === 0 ? -1 : n % count)
const onRoute =
  (n: number, change: (route: NonNullable<ApiDefinition['routes']>[number]) => object | undefined): Edit =>
  (api) => {
    const { routes = [] } = api
    const place = nth(routes.length, n)
    return {
      ...api,
      routes: routes.flatMap((route, i) => (i === place ? ((change(route) as typeof route) ?? []) : route)),
    }
  }
const edit: fc.Arbitrary<Edit> = fc.nat(20).chain((n) =>
  fc.constantFrom<Edit>(
    onRoute(n, (route) => ({ ...route, enabled: false })),
    onRoute(n, (route) => ({ ...route, name: 'by hand' })),
    onRoute(n, (route) => ({ ...route, flow_ref: 'mine' })),
    onRoute(n, (route) => ({ ...route, frontend: { ...route.frontend, headers: { 'X-A': '1' } } })),
    onRoute(n, (route) => ({ ...route, id: `renamed-${n}` })),
    onRoute(n, () => undefined),
    (api) => ({ ...api, routes: [...(api.routes ?? []), { id: `mine-${n}`, frontend: { paths: [`/mine/${n}`] } }] }),
    (api) => ({ ...api, description: 'by hand', tags: ['mine'], metadata: { n } }),
    (api) => ({ ...api, documentation: { plans: [{ id: 'p', access_mode_configuration_type: 'keyless' }] } }),
    (api) => ({
      ...api,
      backends:
        api.backends?.map((one) => ({ ...one, name: 'mine', backend: { ...one.backend, health_check: { n } } })) ?? [],
    }),
  ),
)

const stored = (api: ApiDefinition | ImportedApi): ApiDefinition =>
  withDefaults(validate(apiSchema, { id: 'shop', flows: [{ id: 'mine' }, { id: 'default_plugin_chain' }], ...api }), {
    id: 'shop',
    headerValue: 'v',
    current: undefined,
  })
const onceEach = (api: ApiDefinition) => {
  const ids = new Set<string>()
  return { ...api, routes: api.routes?.filter(({ id }) => !ids.has(id) && ids.add(id)) ?? [] }
}
const scene = fc.record({ first: document, second: document, edits: fc.array(edit, { maxLength: 5 }) })

function play({ first, second, edits }: { first: unknown; second: unknown; edits: readonly Edit[] }) {
  const base = importOpenApi(first).api
  const fresh = importOpenApi(second).api
  const mine = onceEach(edits.reduce((api, change) => change(api), stored(base)))
  return { base, fresh, mine, merged: mergeImport({ base, fresh, mine }) }
}

describe('an API that follows its document', () => {
  it('has valid references, and imports an unchanged document once', () => {
    fc.assert(
      fc.property(scene, (scene) => {
        const { fresh, merged } = play(scene)
        const api = stored(merged.api)
        checkReferences(api, { usable: new Set(), catalog: builtInCatalog })
        const again = mergeImport({ base: merged.base, fresh, mine: api })
        expect(stored(again.api)).toEqual(api)
        expect(again.base).toEqual(merged.base)
        expect(again.conflicts).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('keeps everything that the document does not describe', () => {
    let kept = 0
    fc.assert(
      fc.property(scene, (scene) => {
        const { mine, merged } = play(scene)
        const { name: _n, version: _v, description: _d, routes = [], backends = [], ...others } = mine
        expect(merged.api).toMatchObject(others)
        for (const route of routes) {
          const now = merged.api.routes?.find(({ id }) => id === route.id)
          const isMine =
            !route.enabled ||
            route.flow_ref === 'mine' ||
            Object.keys(route.frontend?.headers ?? {}).length > 0 ||
            route.name === 'by hand'
          if (isMine || route.id.startsWith('mine-')) {
            expect(now).toMatchObject({ ...(route.enabled !== undefined && { enabled: route.enabled }) })
            expect(now?.flow_ref).toEqual(route.flow_ref)
            expect(now?.frontend?.headers).toEqual(route.frontend?.headers)
            if (route.name === 'by hand') expect(now?.name).toBe('by hand')
            kept++
          }
        }
        for (const { id, name, backend } of backends) {
          if (name !== 'mine') continue
          const now = merged.api.backends?.find((one) => one.id === id)
          expect([now?.name, now?.backend?.health_check]).toEqual(['mine', backend?.health_check])
        }
      }),
      { numRuns: 300 },
    )
    expect(kept).toBeGreaterThan(100)
  })

  it('without manual changes has the routes and servers of a new import', () => {
    const requests = (api: ApiDefinition) =>
      compile({ ...stored(api), state: 'published' })
        .routes.map(({ frontend, backend, name: _name }) => JSON.stringify([frontend, backend.targets, backend.root]))
        .sort()
    fc.assert(
      fc.property(document, document, (first, second) => {
        const { fresh, merged } = play({ first, second, edits: [] })
        expect(requests(merged.api)).toEqual(requests(fresh as ApiDefinition))
        expect(merged.conflicts).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('without a former import keeps its parts and adds missing ones', () => {
    const { api: fresh } = importOpenApi({
      openapi: '3.0.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'https://a.tld' }],
      paths: { '/a': { get: { operationId: 'a' } }, '/all': { get: {} }, '/b': { get: {} } },
    })
    const mine = stored({
      name: 'Mine',
      routes: [
        { id: 'own-a', frontend: { paths: ['/a'], methods: ['GET'] } },
        { id: 'all', frontend: { paths: ['/all'] } },
      ],
    } as ApiDefinition)
    const { api, conflicts } = mergeImport({ base: undefined, fresh, mine })
    expect(api.name).toBe('Mine')
    expect(api.routes?.map(({ id, backend }) => [id, backend])).toEqual([
      ['own-a', 'default_backend'],
      ['all', undefined],
      ['get-b', 'default_backend'],
    ])
    expect(conflicts.map(({ pointer, kept }) => [pointer, kept])).toEqual([
      ['/name', 'api'],
      ['/version', 'api'],
      ['/routes/1', 'api'],
    ])
  })

  describe('whose server moved', () => {
    const documentOf = (url: string) => ({
      openapi: '3.0.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url }],
      paths: { '/a': { get: {} } },
    })
    const base = importOpenApi(documentOf('https://a.tld/v1')).api
    const movedTo = (url: string, byHand: object) => {
      const mine = stored(base)
      const backends = mine.backends?.map((one) => ({ ...one, backend: { ...one.backend, ...byHand } })) ?? []
      const { api, conflicts } = mergeImport({
        base,
        fresh: importOpenApi(documentOf(url)).api,
        mine: { ...mine, backends },
      })
      const { targets, root } = api.backends?.[0]?.backend ?? {}
      return {
        hosts: targets?.map(({ hostname }) => hostname),
        root,
        pointers: conflicts.map(({ pointer }) => pointer),
      }
    }
    const weighed = { targets: [{ hostname: 'a.tld', port: 443, tls: true, weight: 5 }] }

    it.each([
      ['moves with it, host and path together', 'https://b.tld/v2', {}, ['b.tld'], '/v2', []],
      [
        'stays where it was when its targets were changed by hand',
        'https://b.tld/v2',
        weighed,
        ['a.tld'],
        '/v1',
        ['targets', 'root'],
      ],
      [
        'stays where it was when its path was changed by hand',
        'https://b.tld/v2',
        { root: '/mine' },
        ['a.tld'],
        '/mine',
        ['targets', 'root'],
      ],
      ['stays when only the path moved', 'https://a.tld/v2', weighed, ['a.tld'], '/v1', ['root']],
      ['keeps what was changed by hand when nothing moved', 'https://a.tld/v1', weighed, ['a.tld'], '/v1', []],
    ])('%s', (_, url, byHand, hosts, root, members) => {
      expect(movedTo(url, byHand)).toEqual({
        hosts,
        root,
        pointers: members.map((member) => `/backends/0/backend/${member}`),
      })
    })
  })

  it('keeps manual changes of a renamed route that requires a header', () => {
    const paths = { '/a': { get: {} } }
    const base = importOpenApi({ openapi: '3.0.0', paths }).api
    const mine = stored({
      ...base,
      backends: [...base.backends],
      routes: base.routes.map((one) => ({ ...one, id: 'own', frontend: { ...one.frontend, headers: { 'X-A': '1' } } })),
    })
    const { api, conflicts } = mergeImport({ base, fresh: base, mine })
    expect([api.routes, conflicts]).toEqual([mine.routes, []])
  })

  it('restores a manually deleted backend if a new route needs it', () => {
    const documentOf = (...paths: string[]) => ({
      openapi: '3.0.0',
      info: { title: 'Shop', version: '1' },
      servers: [{ url: 'https://a.tld' }],
      paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])),
    })
    const base = importOpenApi(documentOf('/a')).api
    const mine = stored({
      ...base,
      backends: [],
      routes: base.routes.map((one) => ({ ...one, backend: 'stored' })),
    } as ApiDefinition)
    const { api, conflicts } = mergeImport({ base, fresh: importOpenApi(documentOf('/a', '/b')).api, mine })
    expect(api.backends?.map(({ id }) => id)).toEqual(['default_backend'])
    expect(conflicts).toEqual([
      { pointer: '/backends/0', message: expect.stringContaining('it is restored'), kept: 'document' },
    ])
  })
})
