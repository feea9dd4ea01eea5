import { describe, expect, it } from 'vitest'
import type { GatewayApi } from '../../apis/api.ts'
import { clientDefaults } from '../../apis/defaults.ts'
import type { ApiBackend, StoredBackend } from '../../backends/backend.ts'
import { compileOne, target } from '../compile.fixture.ts'

type Given = Partial<GatewayApi> & { stored?: StoredBackend }
type Expected = { backend: object; refuses?: true; warnings?: [pointer: string, message: string][] }

const filled = { root: '', rewrite: false, load_balancing: { type: 'RoundRobin' }, client: clientDefaults }
const nowhere = { ...filled, targets: [] }

describe('a backend', () => {
  const stored = { id: 'main', backend: { targets: [{ hostname: 'stored.local' }] } }
  const ofStored = { ...filled, ref: 'main', stored: true, targets: [target('stored.local')] }
  const local = {
    id: 'main',
    backend: { targets: [{ hostname: 'local.local' }], root: '/r', rewrite: true, pool: { a: 1 } },
  }
  const ofLocal = { ...filled, ...local.backend, ref: 'main', targets: [target('local.local')] }
  const clients = [
    { id: 'default_backend_client', client: { retries: 4 } },
    { id: 'patient', client: { callTimeout: 60_000, pool: { size: 3 } } },
    { id: 'bare' },
  ]

  it.each<[rule: string, given: Given, expected: Expected]>([
    [
      'of the API wins over a stored one, and keeps what it was sent with',
      { backends: [local], stored },
      { backend: ofLocal },
    ],
    ['may be a stored one', { backends: [], stored }, { backend: ofStored }],
    [
      'has its own id, whatever its settings say',
      { backends: [{ ...local, backend: { ...local.backend, ref: [], stored: true, hidden: 'no' } }] },
      { backend: ofLocal },
    ],
    [
      'that is stored is marked as such, so that only its readers see it, whatever its settings say',
      {
        backends: [],
        stored: { id: 'main', backend: { ...stored.backend, ref: 'mine', stored: false, hidden: true } },
      },
      { backend: ofStored },
    ],
    [
      'has the settings of its client',
      { backends: [{ ...local, client: 'patient' }], clients_backend_config: clients },
      { backend: { ...ofLocal, client: { ...clientDefaults, callTimeout: 60_000, pool: { size: 3 } } } },
    ],
    [
      'has the settings of the default client when it names none',
      { backends: [local], clients_backend_config: clients },
      { backend: { ...ofLocal, client: { ...clientDefaults, retries: 4 } } },
    ],
    [
      'that is stored finds its client in the API',
      {
        backends: [],
        clients_backend_config: clients,
        stored: { ...stored, client: 'patient' },
      },
      { backend: { ...ofStored, client: { ...clientDefaults, callTimeout: 60_000, pool: { size: 3 } } } },
    ],
    [
      'has no settings when its client has none',
      { backends: [{ ...local, client: 'bare' }], clients_backend_config: clients },
      { backend: ofLocal },
    ],
    [
      'whose client is unknown has none of its settings, with a warning',
      { backends: [{ ...local, client: 'gone' }], clients_backend_config: clients },
      {
        backend: ofLocal,
        warnings: [['/backends/0/client', 'There is no client gone in clients_backend_config: the defaults apply']],
      },
    ],
    [
      'that is unknown leaves the route without a target, with a warning',
      { backends: [] },
      {
        backend: { ...nowhere, ref: 'main' },
        refuses: true,
        warnings: [
          ['/routes/0/backend', 'The backend main is neither in the API nor stored: every request is refused'],
        ],
      },
    ],
    [
      'that is not named leaves the route without a target, with a warning',
      { routes: [{ id: 'a' }] },
      {
        backend: nowhere,
        warnings: [
          [
            '/routes/0/backend',
            'The route has neither a backend nor a plugin that responds, so every request fails: add one',
          ],
        ],
      },
    ],
    [
      'without targets is a warning',
      { backends: [{ id: 'main' }] },
      {
        backend: { ...nowhere, ref: 'main' },
        warnings: [['/backends/0/backend/targets', 'The backend has no targets, so every request fails: add one']],
      },
    ],
    [
      'that is stored and has no targets is a warning of the route',
      { backends: [], stored: { id: 'main' } },
      {
        backend: { ...nowhere, ref: 'main', stored: true },
        warnings: [
          [
            '/routes/0/backend',
            'In the stored backend main: The backend has no targets, so every request fails: add one',
          ],
        ],
      },
    ],
    [
      'with a client inside has that replaced, with a warning',
      { backends: [{ id: 'main', backend: { targets: [{ hostname: 'local.local' }], client: 'x' } }] },
      {
        backend: { ...filled, ref: 'main', targets: [target('local.local')] },
        warnings: [
          [
            '/backends/0/backend/client',
            'The client settings of the API replace these: move them to clients_backend_config',
          ],
        ],
      },
    ],
    [
      'is the first of its id, with a warning',
      { backends: [local, { id: 'main', backend: { targets: [{ hostname: 'b' }] } }] },
      {
        backend: ofLocal,
        warnings: [['/backends/1/id', 'An earlier entry has the id main and hides this one: rename one of them']],
      },
    ],
    [
      'that is invalid refuses: one that was stored when less was checked',
      { backends: [{ id: 'main', backend: { targets: [{ hostname: 'https://x.tld/path' }] } }] },
      {
        backend: { ...nowhere, ref: 'main' },
        refuses: true,
        warnings: [['/backends/0/backend', 'The backend is invalid (/targets/0/hostname): every request is refused']],
      },
    ],
    [
      'whose targets all have the weight 0 refuses',
      { backends: [{ id: 'main', backend: { targets: [{ hostname: 'a', weight: 0 }] } }] },
      {
        backend: { ...nowhere, ref: 'main' },
        refuses: true,
        warnings: [['/backends/0/backend', 'The backend is invalid (/backend/targets): every request is refused']],
      },
    ],
  ])('%s', (_, { stored: one, ...api }, { backend, refuses, warnings = [] }) => {
    const found = compileOne(api, one && { backends: new Map([['main', one]]) })
    expect(found.route.backend).toEqual(backend)
    expect(found.route.refusal?.cause).toBe(refuses && 'errors.route.misconfigured')
    expect(found.warnings).toEqual(warnings.map(([pointer, message]) => ({ pointer, message })))
  })

  const backendOf = (backend: NonNullable<ApiBackend['backend']>) => compileOne({ backends: [{ id: 'main', backend }] })

  it('has all defaults: ports by TLS, weights, checks, TLS settings', () => {
    const targets = [
      { hostname: 'a.tld' },
      { id: 't', hostname: 'b.tld', tls: true },
      { hostname: 'c.tld', tls: true, port: 8443, weight: 3, backup: true, tls_config: { sni: 'd.tld' } },
    ]
    const { backend } = backendOf({ targets, health_check: { enabled: true, url: '/up' }, outlier: {} }).route
    expect(backend.targets).toEqual([
      target('a.tld'),
      target('b.tld', { id: 't', tls: true, port: 443 }),
      target('c.tld', {
        ...{ tls: true, port: 8443, weight: 3, backup: true },
        tls_config: { sni: 'd.tld', verify: true, minVersion: 'TLSv1.2' },
      }),
    ])
    expect(backend.health_check).toMatchObject({ enabled: true, url: '/up', interval: 10_000, healthyAfter: 2 })
    expect(backend.outlier).toMatchObject({ consecutiveFailures: 5, maxEjected: 0.5 })
  })

  it.each<[load_balancing: Record<string, unknown> & { type: string }, expected: object, codes: string[]]>([
    [{ type: 'Sticky' }, { type: 'Sticky', cookie: expect.stringMatching(/^signalbox-target-[\da-f]{8}$/) }, []],
    [{ type: 'Sticky', same_site: 'None' }, expect.objectContaining({ same_site: 'None' }), []],
    [{ type: 'Sticky', cookie: 'shop' }, { type: 'Sticky', cookie: 'shop' }, []],
    [{ type: 'WeightedBestResponseTime', ratio: 0 }, { type: 'WeightedBestResponseTime', ratio: 0 }, []],
    [{ type: 'NaiveFailover' }, { type: 'Failover' }, []],
    [{ type: 'HeaderHash', header_name: 'X-A' }, { type: 'HeaderHash', header_name: 'X-A' }, []],
    [{ type: 'HeaderHash' }, { type: 'HeaderHash' }, ['backend.balancing.name']],
    [{ type: 'CookieHash', cookie_name: 'session' }, { type: 'CookieHash', cookie_name: 'session' }, []],
    [
      { type: 'CookieHash', header_name: 'X-A' },
      { type: 'CookieHash', header_name: 'X-A' },
      ['backend.balancing.name'],
    ],
    [{ type: 'QueryHash' }, { type: 'QueryHash' }, ['backend.balancing.name']],
    [{ type: 'Nonsense', seed: 1 }, { type: 'RoundRobin', seed: 1 }, ['backend.balancing.unknown']],
    [{ type: 'constructor' }, { type: 'RoundRobin' }, ['backend.balancing.unknown']],
  ])('balances by %j', (load_balancing, expected, codes) => {
    const found = backendOf({ targets: [{ hostname: 'a' }], load_balancing })
    expect(found.route.backend.load_balancing).toEqual(expected)
    expect(found.codes).toEqual(codes)
  })

  it('suggests a load balancing type for a misspelt one', () => {
    const { warnings } = backendOf({ targets: [{ hostname: 'a' }], load_balancing: { type: 'LeastConnection' } })
    expect(warnings).toEqual([
      {
        pointer: '/backends/0/backend/load_balancing/type',
        message: 'The load balancing LeastConnection is unknown, so RoundRobin is used; did you mean LeastConnections?',
      },
    ])
  })

  it.each<[sent: { enabled?: boolean; url?: string }, enabled: boolean, codes: string[]]>([
    [{}, false, []],
    [{ enabled: true, url: '/health?deep=1' }, true, []],
    [{ enabled: true }, false, ['backend.health.url']],
    [{ enabled: true, url: 'http://other.tld/health' }, false, ['backend.health.url']],
    [{ enabled: true, url: '/a\r\nHost: b' }, false, ['backend.health.url']],
    [{ enabled: true, url: '/a#b' }, false, ['backend.health.url']],
  ])('is checked only at a path: %j', (health_check, enabled, codes) => {
    const found = backendOf({ targets: [{ hostname: 'a' }], health_check })
    expect(found.route.backend.health_check?.enabled).toBe(enabled)
    expect(found.codes).toEqual(codes)
  })

  it.each<[why: string, targets: NonNullable<NonNullable<ApiBackend['backend']>['targets']>, expected: string[]]>([
    ['a drained target beside others', [{ hostname: 'a', drained: true }, { hostname: 'b' }], []],
    [
      'drained targets only',
      [
        { hostname: 'a', drained: true },
        { hostname: 'b', weight: 0 },
      ],
      [' backend.targets.drained'],
    ],
    ['targets with one name', [{ hostname: 'a' }, { hostname: 'a', port: 80 }], ['/1/id backend.target.duplicate']],
    ['targets with one address and different ids', [{ hostname: 'a' }, { id: 'b', hostname: 'a' }], []],
    ['HTTP/2 without TLS', [{ hostname: 'a', protocol: 'HTTP/2' }], ['/0/protocol backend.target.h2']],
    ['h2c with TLS', [{ hostname: 'a', tls: true, protocol: 'h2c' }], ['/0/protocol backend.target.h2c']],
  ])('reports %s', (_, targets, expected) => {
    const { warnings, codes } = backendOf({ targets })
    const at = '/backends/0/backend/targets'
    expect(warnings.map(({ pointer }, i) => `${pointer.slice(at.length)} ${codes[i]}`)).toEqual(expected)
  })

  it('without verification of its certificate causes a warning', () => {
    expect(backendOf({ targets: [{ hostname: 'a' }], tls_config: { verify: false } }).codes).toEqual([
      'backend.tls.unverified',
    ])
  })
})
