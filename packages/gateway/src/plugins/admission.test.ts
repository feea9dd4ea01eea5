import { compile, type GatewayUnit } from '@signalbox/core/gateway'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ec, es256, good, hs256, jwkOf, NOW, tokenOf } from '../consumers/tokens/tokens.fixture.ts'
import { apiUnit, consumer } from '../consumers/units.fixture.ts'
import { createGateway } from '../create-gateway.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { causeOf } from '../pipeline/pipeline.fixture.ts'
import type { Incoming } from '../request/incoming.ts'
import { staticRoutes } from '../served/static-routes.ts'

/** The plans, by their access mode, which is also their id. */
const plans = {
  keyless: {},
  apikey: {},
  jwt: { secret: 'a secret of more than thirty-two bytes' },
  mtls: { subjectPatterns: ['CN=ann*'] },
  'oauth2-local': { expiresIn: 60 },
  'oauth2-remote': { introspectionUrl: 'https://id.example/introspect' },
} as const
type Mode = keyof typeof plans
const modes = Object.keys(plans) as Mode[]

type Sent = Partial<Pick<Incoming, 'rawHeaders' | 'certificate'>>
const key = (text: string): Sent => ({ rawHeaders: ['X-API-Key', text] })
const bearer = (token: string): Sent => ({ rawHeaders: ['Authorization', `Bearer ${token}`] })
const jwt = (claims: object) => bearer(tokenOf({ alg: 'HS256' }, { ...good, ...claims }, hs256(plans.jwt.secret)))
const certificate = (subject: string): Sent => ({
  certificate: { subject, issuer: 'CN=ca', serialNumber: '01', validFrom: 0, validTo: NOW + 1 },
})
const issued = { sub: 'local', plan: 'oauth2-local', iss: 'https://shop.example' }

/** What clients send. */
const credentials = {
  nothing: {},
  'a key': key('key:secret-1'),
  'a wrong key': key('key:wrong'),
  'an unknown key': key('nobody:wrong'),
  'a key of another API': key('foreign:secret-1'),
  'a paused key': key('paused:secret-1'),
  'a key for tokens': key('local:secret-1'),
  'a token of the gateway': bearer(
    tokenOf({ alg: 'ES256', typ: 'at+jwt', kid: 'k' }, { ...good, ...issued, aud: 'shop' }, es256),
  ),
  'a JSON Web Token': jwt({}),
  'an expired JSON Web Token': jwt({ exp: 1 }),
  'a token of the provider': bearer('opaque'),
  'an unknown token': bearer('unknown'),
  'a certificate': certificate('CN=ann'),
  'a certificate of others': certificate('CN=bob'),
} satisfies Record<string, Sent>
type Credential = keyof typeof credentials

/** Credentials that are sent together. */
const combined: readonly (readonly Credential[])[] = [
  ['a paused key', 'a JSON Web Token'],
  ['a wrong key', 'a token of the provider'],
  ['a paused key', 'an expired JSON Web Token'],
  ['a key', 'an unknown token', 'a certificate of others'],
  ['a key of another API', 'a certificate'],
]
const requests = [...Object.keys(credentials).map((name) => [name as Credential]), ...combined]

const signingKey = { id: 'k', since: 0, until: NOW + 1, publicJwk: jwkOf(ec, { kid: 'k' }), privateJwk: {} }
const units: readonly GatewayUnit[] = [
  apiUnit('other', ['apikey']),
  ...consumer({ clientId: 'key', plan: 'apikey' }),
  ...consumer({ clientId: 'foreign', plan: 'apikey', api: 'other' }),
  ...consumer({ clientId: 'paused', plan: 'apikey', state: 'paused' }),
  ...consumer({ clientId: 'local', plan: 'oauth2-local' }),
  { kind: 'signing-key', key: 'shop', revision: 1, value: signingKey as never },
]

const isOfKeys = (mode: Mode): boolean => mode === 'apikey' || mode === 'oauth2-local'

type Said = 'nothing' | 'valid' | string
const invalid = '401 errors.credentials.invalid'
const expired = '401 errors.credentials.expired'

/** The plan of a key, and what it says of it. A key without a plan is the same to all plans of keys. */
const keys: Partial<Record<Credential, { readonly of?: Mode; readonly says: Said }>> = {
  'a key': { of: 'apikey', says: 'valid' },
  'a paused key': { of: 'apikey', says: '403 errors.subscription.paused' },
  'a key for tokens': { of: 'oauth2-local', says: 'valid' },
  'an unknown key': { says: invalid },
  'a key of another API': { says: '403 errors.consumer.forbidden' },
}

/** What plans say of bearer tokens; all other bearer tokens are invalid. */
const tokens: Partial<Record<Mode, Partial<Record<Credential, Said>>>> = {
  jwt: { 'a JSON Web Token': 'valid', 'an expired JSON Web Token': expired },
  'oauth2-local': { 'a token of the gateway': 'valid' },
  'oauth2-remote': { 'a token of the provider': 'valid' },
}

/** What a plan says of a credential: nothing, since it is of another kind; that it is valid; or why it is not. */
function saidBy(mode: Mode, credential: Credential, enforced: readonly Mode[]): Said {
  const { rawHeaders: [header] = [], certificate } = credentials[credential] as Sent
  if (mode === 'keyless') return 'nothing'
  if (mode === 'mtls') {
    if (!certificate) return 'nothing'
    return credential === 'a certificate' ? 'valid' : '403 errors.certificate.forbidden'
  }
  if (header === 'X-API-Key' && isOfKeys(mode)) {
    // A secret is judged by the plan of the key. If that is not enforced, nobody learns so without the right secret.
    if (credential === 'a wrong key') return mode === 'apikey' || !enforced.includes('apikey') ? invalid : 'nothing'
    const { of = mode, says } = keys[credential]!
    if (of === mode) return says
    return enforced.includes(of) ? 'nothing' : '403 errors.subscription.closed'
  }
  if (header !== 'Authorization' || mode === 'apikey') return 'nothing'
  const isForOthers = mode === 'oauth2-local' && (enforced.includes('jwt') || enforced.includes('oauth2-remote'))
  return tokens[mode]?.[credential] ?? (isForOthers ? 'nothing' : invalid)
}

/** Any plan admits; otherwise the first reason counts. A plan without keys admits all. */
function expected(
  request: readonly Credential[],
  enforced: readonly Mode[],
): { plan?: string | undefined; refused?: string } {
  const said = enforced.map((mode) => {
    // The first place that holds something decides for a plan of keys.
    const looked = isOfKeys(mode) ? request.slice(0, 1) : request
    const all = looked.map((credential) => saidBy(mode, credential, enforced))
    return { mode, says: all.find((one) => one !== 'nothing') ?? 'nothing' }
  })
  const admitting = said.find(({ says }) => says === 'valid')
  if (admitting) return { plan: admitting.mode }
  if (enforced.length === 0 || enforced.includes('keyless')) return { plan: undefined }
  const missing = `401 errors.${enforced.every((mode) => mode === 'mtls') ? 'certificate' : 'credentials'}.missing`
  return { refused: said.find(({ says }) => says !== 'nothing')?.says ?? missing }
}

/** A gateway whose only route is guarded by these plans, and a function that tells who is admitted. */
function setUp(enforced: readonly Mode[], slots: readonly object[] = [], status = 'published') {
  const api = {
    ...{ id: 'shop', domain: 'shop.example', context_path: '/', state: 'published' },
    backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] } }],
    flows: [{ id: 'f', plugins: { slots } }],
    routes: [{ id: 'all', backend: 'b', flow_ref: 'f', frontend: { paths: ['/'] } }],
    documentation: {
      plans: enforced.map((mode) => ({
        ...{ id: mode, status, access_mode_configuration_type: mode },
        access_mode_configuration: plans[mode],
      })),
    },
  }
  const { routes, warnings } = compile(api as never)
  expect(warnings.filter(({ code }) => code !== 'plan.none')).toEqual([])
  const known = { kind: 'api', key: 'shop', revision: 1, value: { api: api as never } } as const
  const reports: unknown[] = []
  const gateway = createGateway({
    source: staticRoutes(routes, { consumers: [known, ...units] }),
    clock: () => NOW,
    report: (error) => reports.push(error),
    fetch: async (_, init) => {
      const asked = await new Response(init?.body ?? '').text()
      return Response.json({ active: asked.startsWith('token=opaque&'), sub: 'ann' })
    },
  })
  onTestFinished(() => gateway.close({ drainMs: 0 }))
  const ask = async (request: readonly Credential[]) => {
    const sent = request.map((credential) => credentials[credential] as Sent)
    const decided = await gateway.pipeline.decide({
      ...{ method: 'GET', target: '/', version: '1.1', address: '203.0.113.7', secure: true },
      rawHeaders: ['Host', 'shop.example', ...sent.flatMap(({ rawHeaders = [] }) => rawHeaders)],
      certificate: sent.find((one) => one.certificate)?.certificate,
    })
    const refused = await causeOf(decided)
    return refused === undefined ? { plan: (decided as ExchangeState).consumer?.plan } : { refused }
  }
  return { ask, reports }
}

/** Every set of plans, in both orders. */
const sets = Array.from({ length: 2 ** modes.length }, (_, bits) => modes.filter((_, i) => bits & (1 << i)))
const orders = sets.flatMap((set) => (set.length > 1 ? [set, [...set].reverse()] : [set]))

describe('any plan of a route admits, and the first reason counts', () => {
  it.each(orders.map((order) => [order.join(', ') || 'none', order] as const))('plans: %s', async (_, enforced) => {
    const { ask, reports } = setUp(enforced)
    const seen: unknown[] = []
    for (const request of requests) seen.push([request.join(' and '), await ask(request)])
    expect(seen).toEqual(requests.map((request) => [request.join(' and '), expected(request, enforced)]))
    expect(reports).toEqual([])
  })
})

const extractor = (config: object) => ({
  plugin: 'cp:gateway.next.plugins.JwtUserExtractor',
  config: { ...plans.jwt, algorithms: ['HS256'], ...config },
})
const guarding = modes.filter((mode) => mode !== 'keyless')
const missing = '401 errors.credentials.missing'

describe('a slot of a flow beside plans', () => {
  it.each(sets.map((set) => [set.join(', ') || 'none', set] as const))(
    'admits nobody whom the plans do not admit: %s',
    async (_, enforced) => {
      const { ask } = setUp(enforced, [extractor({ mandatory: false })])
      for (const request of requests) {
        const { plan, refused } = expected(request, enforced)
        const found = await ask(request)
        // The first reason may be that of the flow.
        expect([request, found.plan, found.refused !== undefined]).toEqual([request, plan, refused !== undefined])
      }
    },
  )

  it.each(sets.map((set) => [set.join(', ') || 'none', set] as const))(
    'that is mandatory is an additional check: %s',
    async (_, enforced) => {
      const { ask } = setUp(enforced, [extractor({ mandatory: true })])
      for (const credential of Object.keys(credentials) as Credential[]) {
        if (credential === 'a JSON Web Token') continue
        const { refused } = await ask([credential])
        expect([credential, refused]).toEqual([credential, expect.stringMatching(/^(401|403) /)])
      }
      const both = await ask(['a key', 'a JSON Web Token'])
      const open = enforced.length === 0 || enforced.includes('keyless')
      const plan = enforced.find((mode) => mode === 'apikey' || mode === 'jwt')
      const isRefused = plan === undefined && !open
      expect([both.plan, both.refused === undefined]).toEqual([plan, !isRefused])
    },
  )

  it.each(guarding)('does not open an API whose only plan, %s, is not published', async (mode) => {
    const { ask } = setUp([mode], [extractor({ mandatory: false })], 'staging')
    expect(await ask(['a JSON Web Token'])).toEqual({ refused: missing })
  })

  it('needs its own credentials beside those of a plan', async () => {
    const { ask } = setUp(['apikey'], [extractor({ mandatory: true })])
    expect(await ask(['a JSON Web Token'])).toEqual({ refused: missing })
    expect(await ask(['a key', 'a JSON Web Token'])).toEqual({ plan: 'apikey' })
    expect(await ask(['a key', 'an expired JSON Web Token'])).toEqual({ refused: expired })
  })
})
