import { createSignalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { exactIntegers } from '../../../server/src/files/exact-yaml.ts'
import { api, errorTemplate, flowOf, plan, slot, storedBackend, subscription } from './export.fixture.ts'
import { importOtoroshi, type OtoroshiOptions } from './import.ts'

const parseYaml = (text: string) => parse(text, { logLevel: 'error', ...exactIntegers })

async function importing(content: unknown, options: Partial<OtoroshiOptions> = {}, box = createSignalbox()) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return { box, ...(await importOtoroshi(box, text, { parseYaml, ...options })) }
}

const pluginsOf = async ({ box }: { box: ReturnType<typeof createSignalbox> }) =>
  (await box.apis.routes({ id: 'api_users' })).routes[0]?.plugins.map(({ plugin, config }) => [
    plugin.split('.').at(-1),
    config,
  ])

describe('an integer that loses digits', () => {
  const record = { ...api(), metadata: { account: 'B' } }
  const text = JSON.stringify(record).replace('"B"', '9007199254740993')

  it.each([
    ['JSON', text, /^The integer at \/metadata\/account would lose digits/],
    ['nd-json', `{}\n${text}`, /^Line 2 of the file is invalid: The integer at \/metadata\/account/],
    ['a value in nd-json', `{}\n${JSON.stringify({ k: 'a', v: text })}`, /^The integer at \/metadata\/account/],
    ['YAML', 'routes: []\nflows: []\nmetadata:\n  account: 9007199254740993\n', /The integer would lose digits/],
  ])('is refused in %s', async (_, content, message) => {
    await expect(importing(content)).rejects.toThrow(message)
  })
})

describe('an API exported by Otoroshi', () => {
  it('is imported with its plans, and can be published', async () => {
    const { box, lines, refused } = await importing(api())
    expect([refused, lines]).toEqual([
      0,
      [
        'API api_users',
        '  visibility is left out: grants decide who may see the API',
        '  owner is left out: grants decide who may change the API',
        'apis: created 1, replaced 0, kept 0, refused 0',
      ],
    ])
    const stored = await box.apis.get({ id: 'api_users' })
    expect(stored).toMatchObject({
      state: 'published',
      context_path: '/users',
      routes: [{ frontend: { paths: ['/list'], methods: ['GET'], strip_path: true, exact: false } }],
      clients_backend_config: [{ client: { retries: 2, callTimeout: 10_000, maxErrors: 3 } }],
      clients: [{ id: 'ann' }],
      testing: { enabled: false, headerKey: 'X-OTOROSHI-TESTING', headerValue: 'value' },
      documentation: {
        plans: [
          {
            id: 'gold',
            status: 'published',
            access_mode_configuration_type: 'apikey',
            access_mode_configuration: { enabled: true, quota: { perDay: 500 } },
          },
        ],
      },
    })
    const { routes } = await box.apis.routes({ id: 'api_users' })
    expect(routes[0]?.frontend.domains).toEqual(['api.oto.tools/users/list'])
    expect((await pluginsOf({ box }))?.map(([name]) => name)).toEqual([
      'OverrideHost',
      'ApikeyCalls',
      'ExpectedConsumer',
    ])
  })

  it.each([
    ['a list', [api()]],
    ['a whole export', { label: 'Otoroshi export', apis: [api()], tenants: [{ id: 'default' }] }],
    ['nd-json', `${JSON.stringify(api())}\n\n${JSON.stringify({ id: 'default' })}\n`],
    [
      'nd-json of keys and values',
      [
        { k: 'otoroshi:apis:x', v: JSON.stringify(api()), t: 'string' },
        { k: 'x', v: 'x' },
      ]
        .map((one) => JSON.stringify(one))
        .join('\n'),
    ],
    [
      'a resource of Kubernetes',
      { apiVersion: 'apis.otoroshi.io/v1', kind: 'Api', metadata: { name: 'x' }, spec: api() },
    ],
    ['YAML', `id: api_users\nname: Users\nblueprint: REST\nroutes: []\n`],
  ])('can be imported as %s', async (_, content) => {
    const { box, refused } = await importing(content)
    expect(refused).toBe(0)
    expect(await box.apis.get({ id: 'api_users' })).toMatchObject({ name: 'Users' })
  })

  it('has its plugins renamed', async () => {
    const slots = [
      slot('ApikeyCalls', { wipe_backend_request: true, routing: { enabled: false, one_tag_in: [] } }),
      slot('IpAddressAllowedList', { addresses: ['10.0.0.0/8'] }),
      slot('RemoveHeadersOut', { headers: ['Server'] }),
      slot('NgForceHttpsTraffic'),
      slot('RequestBodyLengthLimiter', { max_length: 100, fail: true }),
      slot('ReadOnlyCalls'),
      slot('AdditionalHeadersIn', { headers: { 'X-A': '${req.headers.X-B}', 'X-C': '${apikey.name}' } }),
      slot('OtoroshiInfos', { version: 'V2' }),
      { ...slot('SomethingNew'), enabled: false },
    ]
    const imported = await importing(api({ ...flowOf(...slots), plans: [] }))
    expect(imported.refused).toBe(0)
    expect(await pluginsOf(imported)).toEqual([
      [
        'ApikeyCalls',
        expect.objectContaining({
          mandatory: true,
          extractors: expect.objectContaining({ client_id_header: 'Otoroshi-Client-Id' }),
        }),
      ],
      ['IpAddressAllowedList', { addresses: ['10.0.0.0/8'] }],
      ['RemoveHeadersOut', { header_names: ['Server'] }],
      ['ForceHttpsTraffic', expect.anything()],
      ['RequestBodySizeLimit', expect.objectContaining({ max_bytes: 100 })],
      ['AllowHttpMethods', { allowed: ['GET', 'HEAD', 'OPTIONS'], forbidden: [] }],
      ['AdditionalHeadersIn', { headers: { 'X-A': '${req.header.X-B}', 'X-C': '${apikey.name}' } }],
    ])
    expect(imported.lines.join('\n')).toMatch(
      /X-C has the expression \$\{apikey.name\}, which is sent unchanged[\s\S]*OtoroshiInfos is left out[\s\S]*SomethingNew is disabled/,
    )
  })

  it.each<[what: string, more: object, reason: RegExp]>([
    ['a plugin that is not there', flowOf(slot('NgHasAllowedUsersValidator')), /NgHasAllowedUsersValidator.*--drop/],
    [
      'keys that are admitted by their tags',
      flowOf(slot('ApikeyCalls', { routing: { enabled: true, one_tag_in: ['a'] } })),
      /routing/,
    ],
    [
      'certificates that are matched by regular expressions',
      flowOf(slot('NgHasClientCertMatchingValidator', { regex_subject_dns: ['.*'] })),
      /regex_subject_dns/,
    ],
    ['a plan that refers to a verifier', { plans: [plan('jwt', 'jwt', { verifiers: ['v'] })] }, /Plan jwt: it refers/],
    [
      'a plan of a mode that is not there',
      { plans: [plan('x', 'biscuit')] },
      /Plan x: the access mode biscuit is not supported/,
    ],
    ['a member that is not known', { access_policy: { only: 'staff' } }, /access_policy.*--drop access_policy/],
    ['consumers of the first previews', { consumers: [{ id: 'c', consumer_kind: 'apikey' }] }, /consumers/],
    [
      'a route that asks for a cookie',
      { routes: [{ id: 'r', frontend: { domains: ['/'], cookies: { a: 'b' } }, backend: 'backend_users' }] },
      /cookies/,
    ],
  ])('is rejected for %s, which would make it less protected', async (_, more, reason) => {
    const { box, lines, refused } = await importing(api(more))
    expect(refused).toBe(1)
    expect(lines[0]).toBe('API api_users is refused')
    expect(lines.join('\n')).toMatch(reason)
    expect((await box.apis.list()).results).toEqual([])
  })

  it('has its canary, mirror, cache and limit of responses, with backends of their own', async () => {
    const canary = { hostname: 'next.internal', port: 8443, tls: true, protocol: 'HTTP/2.0', weight: 1 }
    const flow = flowOf(
      slot('CanaryMode', { traffic: 0.1, targets: [canary], root: '/v2' }),
      slot('NgTrafficMirroring', { to: 'http://shadow.internal:8080', enabled: true, generate_events: true }),
      slot('NgTrafficMirroring', { to: 'https://shadow.internal', enabled: false }),
      slot('NgResponseCache', { ttl: 90_000, maxSize: 1e6, filter: { statuses: [200, 404], paths: ['/.*'] } }),
      slot('ResponseBodyLengthLimiter', { max_length: 1000, fail: true }),
    )
    const imported = await importing(api(flow))
    expect(await pluginsOf(imported)).toEqual(
      expect.arrayContaining([
        ['Canary', { backend: 'canary', percent: 10, sticky: true }],
        ['TrafficMirror', { backend: 'mirror', percent: 100 }],
        ['ResponseCache', expect.objectContaining({ ttl: 90, methods: ['GET'], statuses: [200, 404], public: false })],
        ['ResponseBodySizeLimit', { max_bytes: 1000 }],
      ]),
    )
    const { backends = [] } = await imported.box.apis.get({ id: 'api_users' })
    expect(backends.slice(1)).toMatchObject([
      { id: 'canary', backend: { root: '/v2', targets: [{ hostname: 'next.internal', protocol: 'HTTP/2' }] } },
      { id: 'mirror', backend: { targets: [{ hostname: 'shadow.internal', port: 8080, tls: false }] } },
    ])
    expect(imported.lines.join('\n')).toMatch(
      /CanaryMode: its targets are the backend canary[\s\S]*NgTrafficMirroring: generate_events is left out[\s\S]*NgTrafficMirroring is disabled/,
    )
  })

  it('has its backends translated', async () => {
    const targets = [
      { id: 't1', hostname: 'a', protocol: 'HTTP/1.0', predicate: { type: 'NetworkLocationMatch' } },
      {
        ...{ id: 't2', hostname: 'b', tls: true, protocol: 'HTTP/2.0' },
        tls_config: { enabled: true, loose: true, trust_all: true, certs: ['id of a certificate'], trusted_certs: [] },
      },
    ]
    const backend = {
      targets,
      target_refs: ['x'],
      load_balancing: { type: 'CookieHash' },
      health_check: { enabled: true, url: 'http://a:8080/health?deep=1' },
    }
    const { box, lines } = await importing(api({ backends: [{ id: 'backend_users', backend }] }))
    expect((await box.apis.get({ id: 'api_users' })).backends?.[0]?.backend).toEqual({
      targets: [
        { id: 't1', hostname: 'a', protocol: 'HTTP/1.1' },
        { id: 't2', hostname: 'b', tls: true, protocol: 'HTTP/2' },
      ],
      root: '',
      rewrite: false,
      load_balancing: { type: 'CookieHash', cookie_name: 'session-id' },
      health_check: { enabled: true, url: '/health?deep=1' },
    })
    const noted = lines.join('\n')
    for (const sentence of [
      'target_refs are left out',
      'target t1: HTTP/1.1 is used instead of HTTP/1.0',
      'its predicate NetworkLocationMatch is left out',
      'target t2: its certificate is verified now',
      'certificates are not in the file',
      'each target is checked at /health?deep=1',
    ])
      expect(noted).toContain(sentence)
  })

  it('is imported without dropped parts', async () => {
    const more = { ...flowOf(slot('NgCustomThrottling')), access_policy: { only: 'staff' } }
    const { lines, refused } = await importing(api(more), { drop: ['NgCustomThrottling', 'access_policy'] })
    expect(refused).toBe(0)
    expect(lines.join('\n')).toMatch(
      /access_policy is left out, as asked[\s\S]*NgCustomThrottling is left out, as asked/,
    )
  })

  it('leaves out an inactive plan that cannot be enforced', async () => {
    const draft = { ...plan('jwt', 'jwt', { verifiers: ['v'] }), status: 'staging' }
    const { box, refused } = await importing(api({ plans: [draft, plan('gold', 'apikey')] }))
    expect(refused).toBe(0)
    expect((await box.apis.get({ id: 'api_users' })).documentation?.plans?.map(({ id }) => id)).toEqual(['gold'])
  })
})

describe('records of Otoroshi', () => {
  const all = [
    errorTemplate,
    subscription,
    storedBackend,
    api(),
    { id: 'r', frontend: {}, backend: { targets: [] }, plugins: {} },
  ]

  it('are imported in the required order', async () => {
    const { box, lines, refused } = await importing(all)
    expect(refused).toBe(0)
    expect(lines.filter((line) => /created/.test(line))).toEqual([
      'backends: created 1, replaced 0, kept 0, refused 0',
      'apis: created 1, replaced 0, kept 0, refused 0',
      'subscriptions: created 1, replaced 0, kept 0, refused 0',
      'error-templates: created 1, replaced 0, kept 0, refused 0',
    ])
    expect(lines.at(-1)).toContain('1 records of other kinds')
    expect(await box.backends.get({ id: 'backend_shared' })).toMatchObject({ name: 'Shared' })
    const taken = await box.subscriptions.get({ id: 'sub_ann' })
    expect(taken).toMatchObject({ status: 'published', enabled: true, token_refs: [], subscription_kind: 'apikey' })
    expect(taken.dates).toEqual({ created_at: 1, processed_at: 2, started_at: 3 })
    expect((await box.subscriptions.rotate({ id: 'sub_ann' })).clientSecret).toMatch(/^sbx_/)
    expect(await box.errorTemplates.get({ id: 'api_users:route_list' })).toMatchObject({
      messages: { 'message-404': 'Gone' },
    })
  })

  it('are replaced or kept by a later import', async () => {
    const { box } = await importing(all)
    const renamed = all.map((one) => ('routes' in one ? { ...one, name: 'New' } : one))
    const kept = await importing(renamed, { keep: true }, box)
    expect(kept.lines).toContain('apis: created 0, replaced 0, kept 1, refused 0')
    expect((await box.apis.get({ id: 'api_users' })).name).toBe('Users')
    const replaced = await importing(renamed, {}, box)
    expect(replaced.lines).toContain('apis: created 0, replaced 1, kept 0, refused 0')
    expect((await box.apis.get({ id: 'api_users' })).name).toBe('New')
  })

  it('in a dry run change nothing, with the same output', async () => {
    const box = createSignalbox()
    const { lines } = await importing(all, { dryRun: true }, box)
    expect(lines).toContain('apis: created 1, replaced 0, kept 0, refused 0')
    expect(lines.at(-1)).toContain('dry run')
    expect(await box.apis.count()).toEqual({ count: 0 })
    await importing(all, {}, box)
    expect((await importing(all, { dryRun: true }, box)).lines).toContain(
      'apis: created 0, replaced 1, kept 0, refused 0',
    )
  })

  it('that are invalid are rejected with the place, and others are imported', async () => {
    const wrong = {
      ...api({ routes: [{ id: 'r', frontend: { domains: ['/'] }, backend: 'none', flow_ref: '' }] }),
      id: 'wrong',
    }
    const { lines, refused } = await importing([wrong, api()])
    expect(refused).toBe(1)
    expect(lines.slice(0, 2)).toEqual(['API wrong is refused', '  /routes/0/backend: error.reference none'])
    expect(lines).toContain('apis: created 1, replaced 0, kept 0, refused 1')
  })

  it('in an invalid file are rejected with the line', async () => {
    await expect(importing('{"id":"a"}\n{"id":')).rejects.toThrow('Line 2 of the file is not JSON')
  })
})
