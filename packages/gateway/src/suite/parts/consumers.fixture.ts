import type { OutgoingHttpHeaders } from 'node:http'
import { describe, expect, it } from 'vitest'
import { apiUnit, type ConsumerOf, consumer } from '../../consumers/units.fixture.ts'
import type { ProxySubject } from '../proxy-subject.fixture.ts'
import type { Seen } from '../rows/inbound-rows.fixture.ts'
import type { GatewaySettings } from '../scene/open-gateway.fixture.ts'
import { scenes } from '../scene/scene.fixture.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })
const plan = (id: string, mode: string) => ({ id, status: 'published', access_mode_configuration_type: mode })
const keys = plan('gold', 'apikey')

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const basic = (text: string | Buffer) => ({ Authorization: `Basic ${base64(text)}` })
const pair = 'key-1:secret-1'

/** The values of a header that the backend got. */
const valuesOf = ({ headers }: Seen, name: string): string[] =>
  headers.filter((_, i) => i % 2 === 1 && headers[i - 1]?.toLowerCase() === name)

/** The identity that the backend got, by the end of the name of its header. */
function toldTo(seen: Seen | undefined) {
  const told: Record<string, string> = {}
  for (const name of ['consumer-id', 'subscription-id', 'plan-id', 'client-id', 'client-secret'])
    for (const value of valuesOf(seen as Seen, `gateway-${name}`)) told[name] = `${told[name] ?? ''}${value}`
  return told
}
const acme = { 'consumer-id': 'acme', 'subscription-id': 'of-key-1', 'plan-id': 'gold', 'client-id': 'key-1' }

/** Registers tests of API keys and of what backends learn about consumers. */
export function describeConsumers({ name, open }: ProxySubject): void {
  describe(`${name}: consumers`, () => {
    const scene = scenes(open)

    interface Scene extends Partial<GatewaySettings> {
      /** What there is beside the key `key-1` of the plan `gold`, or instead. */
      readonly one?: ConsumerOf
    }
    const setUp = async ({ one = {}, ...settings }: Scene = {}) => {
      const lines: string[] = []
      const made = await scene((_, response) => response.end('ok'), {
        plans: [keys],
        consumers: [apiUnit('other', ['gold']), ...consumer(one)],
        log: { write: (text) => void lines.push(text), query: true, headers: ['Authorization', 'X-API-Key'] },
        ...settings,
      })
      const ask = async (headers: OutgoingHttpHeaders = {}, { path = '/', method = 'GET' } = {}) => {
        const response = await made.call(path, { method, headers: { Accept: 'application/json', ...headers } })
        const cause = response.status < 400 ? undefined : JSON.parse(response.text || '{}')['gateway-cause']
        return { ...response, cause }
      }
      const logged = async () => {
        await made.gateway.close()
        return lines.join('')
      }
      return { ...made, ask, logged }
    }

    it.each<[place: string, headers: OutgoingHttpHeaders]>([
      ['two headers', { 'Gateway-Client-Id': 'key-1', 'Gateway-Client-Secret': 'secret-1' }],
      ['Basic', basic(pair)],
      ['basic', { Authorization: `basic ${base64(pair)}` }],
      ['Bearer', { Authorization: `Bearer ${pair}` }],
      ['X-API-Key', { 'X-API-Key': pair }],
    ])('a key in %s is admitted, and the backend learns whose it is instead', async (_, headers) => {
      const { ask, backend, logged } = await setUp()
      for (let i = 0; i < 2; i++) expect((await ask(headers, { path: '/a?b=c' })).status).toBe(200)
      for (const seen of backend.seen) {
        expect([seen.target, toldTo(seen)]).toEqual(['/a?b=c', acme])
        expect([valuesOf(seen, 'authorization'), valuesOf(seen, 'x-api-key')]).toEqual([[], []])
      }
      const log = await logged()
      expect(log).toContain('"plan":"gold","consumer":"acme"')
      expect(log).not.toMatch(/secret-1|Basic|Bearer|denied/)
    })

    it('a key in the query is admitted, and neither backend nor log has it', async () => {
      const { ask, backend, logged } = await setUp({
        slots: [slot('ApikeyCalls', { plan_ref: 'gold', extractors: { query: true } })],
      })
      const path = '/a?x=1&client_id=key-1&%63lient_secret=secret-1&y=%20'
      expect((await ask({}, { path })).status).toBe(200)
      expect((await ask({}, { path: path.replace('secret-1', 'other-2') })).cause).toBe('errors.credentials.invalid')
      const twice = await ask({}, { path: `${path}&client_id=key-1` })
      expect([twice.status, twice.cause]).toEqual([401, 'errors.credentials.invalid'])
      expect(backend.seen.map(({ target }) => target)).toEqual(['/a?x=1&y=%20'])
      const log = await logged()
      expect(log).toContain('"query":"?x=1&y=%20"')
      expect(log).not.toMatch(/secret-1|other-2|lient_id/)
    })

    it('a key that the backend needs too can be left in the request', async () => {
      const slots = [slot('ApikeyCalls', { plan_ref: 'gold', wipe_backend_request: false })]
      const { ask, backend } = await setUp({ slots })
      await ask({ 'Gateway-Client-Id': 'key-1', 'Gateway-Client-Secret': 'secret-1' })
      await ask(basic(pair))
      const [first, second] = backend.seen
      expect(toldTo(first)).toEqual({ ...acme, 'client-secret': 'secret-1' })
      expect([toldTo(second), valuesOf(second!, 'authorization')]).toEqual([acme, [basic(pair).Authorization]])
    })

    const challenge = 'Basic realm="shop", charset="UTF-8"'
    it.each<[what: string, one: ConsumerOf, headers: OutgoingHttpHeaders, status: number, cause: string]>([
      ['no key', {}, {}, 401, 'errors.credentials.missing'],
      ['an unknown key', {}, basic('nobody:secret-1'), 401, 'errors.credentials.invalid'],
      ['a wrong secret', {}, basic('key-1:wrong'), 401, 'errors.credentials.invalid'],
      ['an expired key', { credential: { validUntil: 1 } }, basic(pair), 401, 'errors.credentials.expired'],
      ['a revoked key', { credential: { enabled: false } }, basic(pair), 401, 'errors.credentials.revoked'],
      ['a paused subscription', { state: 'paused' }, basic(pair), 403, 'errors.subscription.paused'],
      ['a closed subscription', { state: 'closed' }, basic(pair), 403, 'errors.subscription.closed'],
      ['a key of another API', { api: 'other' }, basic(pair), 403, 'errors.consumer.forbidden'],
      ['a key for reading', { credential: { readOnly: true } }, basic(pair), 403, 'errors.method.forbidden'],
      [
        'a key for other paths',
        { credential: { restrictions: { notFound: [{ path: '/*' }] } } },
        basic(pair),
        404,
        'errors.service.not.found',
      ],
    ])('%s is refused', async (_, one, headers, status, cause) => {
      const { ask, backend, logged } = await setUp({ one })
      const response = await ask(headers, { method: 'POST' })
      expect([response.status, response.cause]).toEqual([status, cause])
      expect(response.headers['www-authenticate']).toBe(status === 401 ? challenge : undefined)
      expect(backend.seen).toEqual([])
      if (status !== 401) expect(await logged()).toContain('"consumer":"acme"')
    })

    it('an unknown key and a wrong secret get the same response', async () => {
      const { ask } = await setUp()
      const shown = async (text: string) => {
        const { status, headers, text: body } = await ask(basic(text))
        const { date: _date, 'x-request-id': id, 'gateway-error-id': _id, ...others } = headers
        return { status, others, body: body.replaceAll(String(id), '') }
      }
      expect(await shown('nobody:wrong')).toEqual(await shown('key-1:wrong'))
    })

    const forged = {
      'Gateway-Consumer-Id': 'forged',
      'gateway-subscription-id': 'forged',
      'GATEWAY-PLAN-ID': 'forged',
      'Gateway-Client-Id': 'forged',
      Gateway_Consumer_Id: 'forged',
      'Gateway-Anything': 'forged',
    }
    it.each<[what: string, settings: Scene, headers: OutgoingHttpHeaders, told: object]>([
      ['on an open route', { plans: [] }, {}, {}],
      ['on a route that is open to all', { plans: [plan('free', 'keyless')] }, {}, {}],
      ['beside a plan that is open to all', { plans: [plan('free', 'keyless'), keys] }, basic('key-1:wrong'), {}],
      ['on a route for keys', {}, basic(pair), acme],
    ])('nobody can claim an identity %s', async (_, settings, headers, told) => {
      const { ask, backend } = await setUp(settings)
      expect((await ask({ ...forged, ...headers })).status).toBe(200)
      expect(toldTo(backend.seen[0])).toEqual(told)
      expect(JSON.stringify(backend.seen[0]?.headers)).not.toContain('forged')
    })

    it('ids that no header can carry are encoded', async () => {
      const { ask, backend } = await setUp({ one: { owner: 'Zoë\r\nEvil: 1' } })
      expect((await ask(basic(pair))).status).toBe(200)
      expect(toldTo(backend.seen[0])['consumer-id']).toBe('Zo%C3%AB%0D%0AEvil: 1')
    })

    it('a plan that is open to all admits invalid keys, which only the log tells', async () => {
      const { ask, logged, backend } = await setUp({ plans: [keys, plan('free', 'keyless')], one: { state: 'paused' } })
      expect((await ask(basic('key-1:wrong'))).status).toBe(200)
      expect((await ask(basic(pair))).status).toBe(200)
      expect(backend.seen.map(toldTo)).toEqual([{}, {}])
      const [first = '', second = ''] = (await logged()).split('\n')
      expect(JSON.parse(first)).toMatchObject({ status: 200, denied: 'errors.credentials.invalid' })
      expect(JSON.parse(second)).toMatchObject({ denied: 'errors.subscription.paused', consumer: 'acme' })
      expect(first + second).not.toMatch(/wrong|secret-1/)
    })

    it('too many wrong secrets keep those waiting who were not seen before', async () => {
      const { ask } = await setUp({
        consumers: [...consumer(), ...consumer({ clientId: 'key-2', secret: 'secret-2' })],
      })
      expect((await ask(basic(pair))).status).toBe(200)
      for (let i = 0; i < 20; i++) expect((await ask(basic(`key-2:${i}`))).status).toBe(401)
      const { status, cause, headers } = await ask(basic('key-2:secret-2'))
      expect([status, cause, headers['www-authenticate']]).toEqual([429, 'errors.attempts.exceeded', undefined])
      expect(Number(headers['retry-after'])).toBeGreaterThan(50)
      expect((await ask(basic(pair))).status).toBe(200)
    })

    it('a limit by consumer knows the consumer, although it stands in front of the plans', async () => {
      const { ask } = await setUp({
        consumers: [...consumer(), ...consumer({ clientId: 'key-2', secret: 'secret-2', owner: 'acme' })],
        slots: [slot('RateLimit', { rate: 1, window: 3600, by: 'consumer' })],
      })
      const statuses = []
      for (const text of [pair, pair, 'key-2:secret-2', 'key-2:secret-2'])
        statuses.push((await ask(basic(text))).status)
      expect(statuses).toEqual([200, 429, 200, 429])
    })

    it.each<[what: string, headers: OutgoingHttpHeaders]>([
      ['a huge id', basic(`${'k'.repeat(5000)}:secret-1`)],
      ['a huge secret', basic(`key-1:${'s'.repeat(5000)}`)],
      ['a huge key', { 'X-API-Key': `key-1:${'s'.repeat(7000)}` }],
      ['bad Base64', { Authorization: 'Basic ***' }],
      ['Base64 that is cut', { Authorization: `Basic ${base64(pair).slice(0, -3)}` }],
      ['Base64 for URLs', { Authorization: 'Basic a2V5LTE6c2VjcmV0LTE_' }],
      ['Base64 with padding within', { Authorization: `Basic ${base64('key-1')}=${base64(':secret-1')}` }],
      ['a space within', { Authorization: `Basic ${base64(pair).slice(0, 4)} ${base64(pair).slice(4)}` }],
      ['no Base64 at all', { Authorization: 'Basic' }],
      ['no colon', basic('key-1')],
      ['colons only', basic('::')],
      ['NUL in the id', basic('key-1\0:secret-1')],
      ['NUL in the secret', basic('key-1:secret-1\0')],
      ['a line break', basic('key-1:secret-1\n')],
      ['bytes that are no UTF-8', basic(Buffer.from([0x6b, 0xff, 0x3a, 0x31]))],
      ['UTF-16', basic(Buffer.from(pair, 'utf16le'))],
      ['a mark of the byte order', basic(`\ufeff${pair}`)],
      ['two headers', { Authorization: [basic(pair).Authorization, basic(pair).Authorization] as never }],
      ['two schemes', { Authorization: [basic(pair).Authorization, `Bearer ${pair}`] as never }],
      ['joined headers', { Authorization: `${basic(pair).Authorization}, ${basic(pair).Authorization}` }],
      ['joined pairs', { Authorization: `Bearer ${pair}, ${pair}` }],
      ['two ids', { 'Gateway-Client-Id': ['key-1', 'key-1'], 'Gateway-Client-Secret': 'secret-1' }],
      ['two secrets', { 'Gateway-Client-Id': 'key-1', 'Gateway-Client-Secret': ['secret-1', 'secret-1'] }],
      ['a list of ids', { 'Gateway-Client-Id': 'key-1,key-2', 'Gateway-Client-Secret': 'secret-1' }],
      ['two keys', { 'X-API-Key': [pair, pair] }],
      ['a quoted secret', { 'X-API-Key': 'key-1:"secret-1"' }],
      ['an encoded pair', { 'X-API-Key': 'key-1%3Asecret-1:secret-1' }],
      ['the hash as a secret', { 'X-API-Key': 'key-1:hmac-sha256$' }],
      ['an id in other letters', { 'X-API-Key': 'Key-1:secret-1' }],
      ...['__proto__', 'constructor', 'toString', 'undefined', '..', '*'].map((id): [string, OutgoingHttpHeaders] => [
        `the id ${id}`,
        basic(`${id}:secret-1`),
      ]),
    ])('%s instead of a key is invalid, and harms nobody', async (_, headers) => {
      const { ask, backend, reports } = await setUp()
      const { status, cause } = await ask(headers)
      expect([status, cause]).toEqual([401, 'errors.credentials.invalid'])
      expect((await ask(basic(pair))).status).toBe(200)
      expect([backend.seen.length, reports]).toEqual([1, []])
    })
  })
}
