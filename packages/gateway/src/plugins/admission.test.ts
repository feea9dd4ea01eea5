import { compile } from '@signalbox/core/gateway'
import { describe, expect, it, onTestFinished } from 'vitest'
import { good, hs256, NOW, tokenOf } from '../consumers/tokens/tokens.fixture.ts'
import { apiUnit, consumer } from '../consumers/units.fixture.ts'
import { createGateway, staticRoutes } from '../create-gateway.ts'
import type { ExchangeState } from '../pipeline/exchange-state.ts'
import { causeOf } from '../pipeline/pipeline.fixture.ts'

/** The plans, by their access mode, which is also their id. */
const plans = {
  keyless: {},
  apikey: {},
  jwt: { secret: 'a secret of more than thirty-two bytes' },
  'oauth2-local': { expiresIn: 60 },
} as const
type Mode = keyof typeof plans
const modes = Object.keys(plans) as Mode[]

const basic = (text: string) => ['Authorization', `Basic ${Buffer.from(text).toString('base64')}`]
const bearer = (token: string) => ['Authorization', `Bearer ${token}`]

/** What clients send. */
const credentials = {
  nothing: [],
  'a key': basic('key:secret-1'),
  'a wrong key': basic('key:wrong'),
  'an unknown key': basic('nobody:wrong'),
  'a key of another API': basic('foreign:secret-1'),
  'a paused key': basic('paused:secret-1'),
  'a key for tokens': basic('local:secret-1'),
  'a JSON Web Token': bearer(tokenOf({ alg: 'HS256' }, good, hs256(plans.jwt.secret))),
  'an expired JSON Web Token': bearer(tokenOf({ alg: 'HS256' }, { ...good, exp: 1 }, hs256(plans.jwt.secret))),
} satisfies Record<string, readonly string[]>
type Credential = keyof typeof credentials

const consumers = [
  apiUnit('other', ['apikey']),
  ...consumer({ clientId: 'key', plan: 'apikey' }),
  ...consumer({ clientId: 'foreign', plan: 'apikey', api: 'other' }),
  ...consumer({ clientId: 'paused', plan: 'apikey', state: 'paused' }),
  ...consumer({ clientId: 'local', plan: 'oauth2-local' }),
]

/** What a plan says of a credential: nothing, since it is of another kind; that it is valid; or why it is not. */
function saidBy(mode: Mode, credential: Credential, enforced: readonly Mode[]): 'nothing' | 'valid' | string {
  const keys: Partial<Record<Credential, { plan?: Mode; else: string }>> = {
    'a key': { plan: 'apikey', else: 'valid' },
    'a paused key': { plan: 'apikey', else: '403 errors.subscription.paused' },
    'a key for tokens': { plan: 'oauth2-local', else: 'valid' },
    'a wrong key': { else: '401 errors.credentials.invalid' },
    'an unknown key': { else: '401 errors.credentials.invalid' },
    'a key of another API': { else: '403 errors.consumer.forbidden' },
  }
  const key = keys[credential]
  if (mode === 'apikey' || mode === 'oauth2-local') {
    if (!key) return 'nothing'
    // Nothing is said of a secret that is wrong, whatever the plan.
    if (credential === 'a wrong key') return enforced.includes('apikey') && mode !== 'apikey' ? 'nothing' : key.else
    if (key.plan === undefined || key.plan === mode) return key.else
    return enforced.includes(key.plan) ? 'nothing' : '403 errors.subscription.closed'
  }
  if (mode === 'jwt' && credential === 'a JSON Web Token') return 'valid'
  if (mode === 'jwt' && credential === 'an expired JSON Web Token') return '401 errors.credentials.expired'
  return 'nothing'
}

/** Any plan admits; otherwise the first reason counts. A plan without keys admits all. */
function expected(credential: Credential, enforced: readonly Mode[]): { plan?: string | undefined; refused?: string } {
  const said = enforced.map((mode) => ({ mode, says: saidBy(mode, credential, enforced) }))
  const admitting = said.find(({ says }) => says === 'valid')
  if (admitting) return { plan: admitting.mode }
  if (enforced.length === 0 || enforced.includes('keyless')) return { plan: undefined }
  return { refused: said.find(({ says }) => says !== 'nothing')?.says ?? '401 errors.credentials.missing' }
}

/** A gateway whose only route is guarded by these plans, and a function that tells who is admitted. */
function setUp(enforced: readonly Mode[]) {
  const api = {
    ...{ id: 'shop', domain: 'shop.example', context_path: '/', state: 'published' },
    backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] } }],
    routes: [{ id: 'all', backend: 'b', frontend: { paths: ['/'] } }],
    documentation: {
      plans: enforced.map((mode) => ({
        ...{ id: mode, status: 'published', access_mode_configuration_type: mode },
        access_mode_configuration: plans[mode],
      })),
    },
  }
  const { routes, warnings } = compile(api as never)
  expect(warnings).toEqual([])
  const known = { kind: 'api', key: 'shop', revision: 1, value: { api: api as never } } as const
  const gateway = createGateway({
    source: staticRoutes(routes, { consumers: [known, ...consumers] }),
    clock: () => NOW,
    report(error) {
      throw error
    },
  })
  onTestFinished(() => gateway.close({ drainMs: 0 }))
  return async (credential: Credential) => {
    const decided = await gateway.pipeline.decide({
      ...{ method: 'GET', target: '/', version: '1.1', address: '203.0.113.7', secure: true },
      rawHeaders: ['Host', 'shop.example', ...credentials[credential]],
    })
    const refused = await causeOf(decided)
    return refused === undefined ? { plan: (decided as ExchangeState).consumer?.plan } : { refused }
  }
}

/** Every set of plans, in both orders. */
const sets = Array.from({ length: 2 ** modes.length }, (_, bits) => modes.filter((_, i) => bits & (1 << i)))
const orders = sets.flatMap((set) => (set.length > 1 ? [set, [...set].reverse()] : [set]))

describe('any plan of a route admits, and the first reason counts', () => {
  it.each(orders.map((order) => [order.join(', ') || 'none', order] as const))('plans: %s', async (_, enforced) => {
    const ask = setUp(enforced)
    const names = Object.keys(credentials) as Credential[]
    const seen: [Credential, object][] = []
    for (const name of names) seen.push([name, await ask(name)])
    expect(seen).toEqual(names.map((name) => [name, expected(name, enforced)]))
  })
})
