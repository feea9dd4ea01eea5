import { describe, expect, it } from 'vitest'
import { type AccessModeName, accessModeNames } from '../../plans/access-modes.ts'
import type { Plan } from '../../plans/plan.ts'
import { compileOne, idsOf, namesOf, plans, shop, told } from './compile.fixture.ts'
import { compile } from './compile.ts'

const withPlans = (...list: readonly Plan[]) => compileOne({ documentation: { plans: [...list] } })
const slotsFor = (...list: readonly Plan[]) => namesOf(withPlans(...list).route.plugins)

/** Every set of access modes, each as a list in the usual order. */
const sets = Array.from({ length: 2 ** accessModeNames.length }, (_, bits) =>
  accessModeNames.filter((_, i) => bits & (1 << i)),
)

/** The plugin of each access mode. */
const pluginOf = {
  keyless: 'none',
  apikey: 'ApikeyCalls',
  jwt: 'JwtUserExtractor',
  mtls: 'HasClientCertMatchingValidator',
  'oauth2-local': 'ApikeyCalls',
  'oauth2-remote': 'OIDCJwtVerifier',
} satisfies Record<AccessModeName, string>

describe('published plans', () => {
  it.each(sets.map((set) => [set.join(', ') || 'no mode at all', set] as const))('of %s', (_, set) => {
    const expected: string[] = set.map((mode) => pluginOf[mode]).filter((name) => name !== 'none')
    if (set.length > 0 && !set.includes('keyless')) expected.push('ExpectedConsumer')
    const { route, warnings } = withPlans(...set.map((mode) => plans[mode]))
    expect(namesOf(route.plugins)).toEqual(expected)
    expect(told(warnings)).toEqual([])

    const guards = route.plugins.filter(({ config }) => 'plan_ref' in config)
    expect(guards.map(({ config }) => config.plan_ref)).toEqual(
      set.filter((mode) => mode !== 'keyless').map((mode) => plans[mode].id),
    )
    expect(guards.every(({ config, enabled }) => enabled && config.mandatory === false)).toBe(true)
  })

  it('come after the flow, in the order of the list', () => {
    const flows = [
      { id: 'default_plugin_chain', plugins: { slots: [{ plugin: 'cp:gateway.next.plugins.OverrideHost' }] } },
    ]
    const { route } = compileOne({ flows, documentation: { plans: [plans.jwt, plans.mtls, plans.apikey] } })
    expect(namesOf(route.plugins)).toEqual([
      'OverrideHost',
      'JwtUserExtractor',
      'HasClientCertMatchingValidator',
      'ApikeyCalls',
      'ExpectedConsumer',
    ])
  })

  it('give each slot its configuration with defaults, secrets included', () => {
    expect(withPlans(plans.jwt).route.plugins).toEqual([
      {
        plugin: 'cp:gateway.next.plugins.JwtUserExtractor',
        enabled: true,
        include: [],
        exclude: [],
        config: {
          ...{ mandatory: false, plan_ref: 'tokens', secret: 'of the plan', algorithms: ['HS256'] },
          ...{ header: 'Authorization', id_claim: 'sub', clock_skew: 5 },
        },
      },
      {
        plugin: 'cp:gateway.next.plugins.ExpectedConsumer',
        enabled: true,
        include: [],
        exclude: [],
        config: { plan_required: true },
      },
    ])
  })
})

describe('a plan', () => {
  const { status: _, ...unset } = plans.apikey
  it.each<[rule: string, given: Plan, slots: string[]]>([
    ['that is published is enforced', plans.apikey, ['ApikeyCalls', 'ExpectedConsumer']],
    ['that is deprecated is enforced', { ...plans.apikey, status: 'deprecated' }, ['ApikeyCalls', 'ExpectedConsumer']],
    ['in staging admits nobody yet', { ...plans.apikey, status: 'staging' }, ['ExpectedConsumer']],
    ['without a status is in staging', unset, ['ExpectedConsumer']],
    [
      'that is closed admits nobody and keeps the door shut',
      { ...plans.apikey, status: 'closed' },
      ['ExpectedConsumer'],
    ],
    ['of no key that is closed keeps the door shut', { ...plans.keyless, status: 'closed' }, ['ExpectedConsumer']],
  ])('%s', (_, plan, slots) => {
    expect(slotsFor(plan)).toEqual(slots)
  })

  it('that is closed does not affect other plans', () => {
    expect(slotsFor({ ...plans.jwt, status: 'closed' }, plans.apikey)).toEqual(['ApikeyCalls', 'ExpectedConsumer'])
    expect(slotsFor({ ...plans.jwt, status: 'closed' }, plans.keyless)).toEqual([])
  })

  it('causes a warning if none is published', () => {
    expect(withPlans({ ...plans.jwt, status: 'closed' }).warnings).toEqual([
      { pointer: '/documentation/plans', message: 'No plan is published, so every request is refused: publish a plan' },
    ])
  })
})

describe('a plan that cannot be compiled', () => {
  const broken: readonly (readonly [what: string, plan: Plan, pointer: string, message: string])[] = [
    [
      'a JWT without anything to verify it',
      { ...plans.jwt, access_mode_configuration: { issuer: 'x', secret: '' } } as Plan,
      '/access_mode_configuration',
      'The plan tokens admits no consumers: set secret or publicKey or jwksUrl',
    ],
    [
      'a JWT without configuration',
      { id: 'tokens', status: 'published', access_mode_configuration_type: 'jwt' },
      '/access_mode_configuration',
      'The plan tokens admits no consumers: set secret or publicKey or jwksUrl',
    ],
    [
      'certificates of any subject',
      { ...plans.mtls, access_mode_configuration: { subjectPatterns: [] } } as Plan,
      '/access_mode_configuration',
      'The plan certificates admits no consumers: set subjectPatterns or issuerPatterns',
    ],
    [
      'tokens that nobody can be asked about',
      { ...plans['oauth2-remote'], access_mode_configuration: { issuer: 'https://id.x.tld' } } as Plan,
      '/access_mode_configuration',
      'The plan remote admits no consumers: set jwksUrl or introspectionUrl',
    ],
    [
      'a mode that nobody knows',
      { id: 'odd', status: 'published', access_mode_configuration_type: 'toString' } as unknown as Plan,
      '/access_mode_configuration_type',
      'The plan odd admits no consumers: the access mode toString is unknown',
    ],
  ]

  it.each(broken)('(%s) rejects every request, with a warning', (_, plan, pointer, message) => {
    const { route, warnings } = withPlans(plan)
    expect(namesOf(route.plugins)).toEqual(['ExpectedConsumer'])
    expect(told(warnings)).toEqual([{ pointer: `/documentation/plans/0${pointer}`, message }])
  })

  it.each(broken)('(%s) does not affect other plans', (_, plan) => {
    expect(slotsFor(plan, plans.apikey)).toEqual(['ApikeyCalls', 'ExpectedConsumer'])
    expect(slotsFor(plans.keyless, plan)).toEqual([])
  })
})

describe('plans that all cannot be compiled', () => {
  const broken: Plan = {
    id: 'broken',
    status: 'published',
    access_mode_configuration_type: 'jwt',
    access_mode_configuration: { publicKey: 'k', algorithms: ['HS256'] },
  }

  it('reject every request', () => {
    const { route, codes } = compileOne({ documentation: { plans: [broken] } })
    expect(route.refusal).toEqual({
      cause: 'errors.route.misconfigured',
      message: 'The plan broken admits no consumers: its configuration is invalid (/algorithms/0)',
    })
    expect([codes, namesOf(route.plugins)]).toEqual([['plan.config'], ['ExpectedConsumer']])
  })

  it('leave admission to other plans', () => {
    expect(compileOne({ documentation: { plans: [broken, plans.apikey] } }).route.refusal).toBeUndefined()
    expect(compileOne({ documentation: { plans: [broken, plans.keyless] } }).route.refusal).toBeUndefined()
  })
})

describe('an oauth2-local plan', () => {
  const documentation = {
    plans: [plans['oauth2-local'], { ...plans['oauth2-local'], id: 'other', access_mode_configuration: {} }] as Plan[],
  }

  it('adds one token route for each API', () => {
    const { routes, warnings } = compile(shop({ documentation, groups: ['g'] }))
    expect(routes[1]).toMatchObject({
      id: 'shop:oauth2-token',
      name: 'oauth2-token',
      enabled: true,
      api_ref: 'shop',
      draft: false,
      groups: ['g'],
      metadata: {},
      debug_flow: false,
      capture: false,
      export_reporting: false,
      frontend: {
        domains: ['api.x.tld/v1/.well-known/oauth/token'],
        headers: {},
        query: {},
        methods: ['POST'],
        strip_path: false,
        exact: true,
      },
      backend: { targets: [] },
      plugins: [
        {
          plugin: 'cp:gateway.next.plugins.ClientCredentialTokenEndpoint',
          enabled: true,
          include: [],
          exclude: [],
          config: {
            publishes: 'tokens',
            plans: [
              { plan_ref: 'local', expiresIn: 60, scopes: ['read'] },
              { plan_ref: 'other', expiresIn: 3600, scopes: [] },
            ],
          },
        },
      ],
    })
    expect(routes[2]).toMatchObject({
      ...{ id: 'shop:oauth2-keys', name: 'oauth2-keys', draft: false },
      frontend: { domains: ['api.x.tld/v1/.well-known/jwks.json'], methods: ['GET'], exact: true },
      backend: { targets: [] },
      plugins: [
        { plugin: 'cp:gateway.next.plugins.ClientCredentialTokenEndpoint', config: { plans: [], publishes: 'keys' } },
      ],
    })
    expect(routes).toHaveLength(3)
    expect(told(warnings)).toEqual([])
  })

  it('adds no token route while it is not enforced', () => {
    const closed = { ...plans['oauth2-local'], status: 'closed' } as Plan
    expect(idsOf(compile(shop({ documentation: { plans: [closed] } })))).toEqual(['shop:users'])
  })

  it('adds no token route with the id of another route, and warns', () => {
    const { routes, warnings } = compile(shop({ documentation, routes: [{ id: 'oauth2-token', backend: 'main' }] }))
    expect(routes.map(({ id }) => id)).toEqual(['shop:oauth2-token', 'shop:oauth2-keys'])
    expect(routes[0]?.frontend.domains).toEqual(['api.x.tld/v1'])
    expect(told(warnings)).toEqual([
      {
        pointer: '/routes/0/id',
        message:
          'The id oauth2-token is reserved for a route of the gateway itself, which is left out because of it: rename this route',
      },
    ])
  })
})

describe('an API that shows usage', () => {
  it('has a route on which consumers of its plans read what they have used', () => {
    const { routes, warnings } = compile(shop({ show_usage: true, documentation: { plans: [plans.apikey] } }))
    expect(routes[1]).toMatchObject({
      ...{ id: 'shop:consumer-usage', name: 'consumer-usage', enabled: true },
      frontend: { methods: ['GET'], exact: true },
      backend: { targets: [] },
    })
    expect(routes[1]?.frontend.domains[0]).toContain('/.well-known/usage')
    expect(routes[1]?.plugins.map(({ plugin }) => plugin.split('.').at(-1))).toEqual([
      'ApikeyCalls',
      'ExpectedConsumer',
      'ConsumerUsage',
    ])
    expect(told(warnings)).toEqual([])
  })

  it('keeps its own route with the same id, and says so', () => {
    const { routes, warnings } = compile(
      shop({ show_usage: true, routes: [{ id: 'consumer-usage', backend: 'main' }] }),
    )
    expect(routes).toHaveLength(1)
    expect(told(warnings)).toMatchObject([{ pointer: '/routes/0/id' }])
  })
})
