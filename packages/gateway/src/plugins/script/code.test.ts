import type { ScriptEngines } from '@signalbox/core/gateway'
import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'
import { script as code } from './code.ts'

type Outcome = Awaited<ReturnType<NonNullable<ScriptEngines[string]>['run']>>
const source = { type: 'javascript', script: 'function enabled(context, enabled, disabled) { enabled() }' }

/** The hooks of a script whose engine responds like this. */
function hooksOf(run: () => Promise<Outcome>, config: object = {}) {
  const runs: object[] = []
  const reported: Error[] = []
  const engine = {
    run: (one: object) => {
      runs.push(one)
      return run()
    },
    check: async () => undefined,
    close: async () => {},
  }
  const { request } = compiled(
    'Script',
    { script: source, ...config },
    { engines: { scripts: { javascript: engine } }, reported },
  )
  return { request: request!, runs, reported }
}
const answering = (active: boolean) => async (): Promise<Outcome> => ({ active, logs: [] })

describe('a script', () => {
  it('gets the trace context of the request', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const { request, runs } = hooksOf(answering(true))
    await request(fakeExchange({ headers: ['traceparent', traceparent] }))
    await request(fakeExchange())
    expect(runs.map((run) => (run as { traceparent?: string }).traceparent)).toEqual([traceparent, undefined])
  })

  it('admits a request, or refuses it with the configured status', async () => {
    expect(await hooksOf(answering(true)).request(fakeExchange())).toBeUndefined()
    expect(await hooksOf(answering(false)).request(fakeExchange())).toEqual({
      refuse: 'errors.consumer.forbidden',
      status: 403,
    })
    expect(await hooksOf(answering(false), { status: 404 }).request(fakeExchange())).toMatchObject({ status: 404 })
  })

  it('knows the request and the consumer, but no credentials', async () => {
    const { request, runs } = hooksOf(answering(true))
    const extractors = { client_id_header: 'X-Own-Id', client_secret_header: 'X-Own-Secret' }
    const route = fakeRoute({ plugins: [{ plugin: 'p', config: { extractors } }] })
    const headers = [
      ...['X-A', '1', 'Authorization', 'Bearer s', 'Cookie', 'a=s', 'X-API-Key', 's', 'Gateway-Client-Secret', 's'],
      ...['X-Own-ID', 's', 'x-own-secret', 's', 'X-Own-Secret', 's'],
    ]
    const query = '?client_id=s&b=2&client%5Fsecret=s&access_token=s'
    await request(fakeExchange({ route, headers, query, params: { id: '7' }, consumer: { id: 'ann', plan: 'gold' } }))
    expect(runs).toEqual([
      {
        ...source,
        owner: 'shop',
        asker: 'shop',
        context: {
          request: {
            ...{ method: 'GET', path: '/orders/7', query: { b: '2' }, params: { id: '7' } },
            ...{ headers: { 'x-a': '1' }, host: 'api.example', address: '192.0.2.1' },
          },
          consumer: { id: 'ann', plan: 'gold' },
        },
      },
    ])
  })

  it.each([
    ['fails', async (): Promise<Outcome> => ({ active: false, logs: [], error: { code: 'CPU', message: 'too slow' } })],
    [
      'fails and yet is active',
      async (): Promise<Outcome> => ({ active: true, logs: [], error: { code: 'EXCEPTION', message: 'no' } }),
    ],
    ['has an engine that rejects', () => Promise.reject(new Error('gone'))],
    ['does not answer in time', () => new Promise<Outcome>(() => {})],
  ])('refuses if it %s, and is reported', async (_, run) => {
    const { request, reported } = hooksOf(run, { timeout: 1 })
    expect(await request(fakeExchange())).toEqual({ refuse: 'errors.plugin.failed' })
    expect(reported.map(({ message }) => message)).toEqual(['A script of the route shop:orders failed'])
  })

  it('cannot be compiled without an engine', () => {
    expect(() => compiled('Script', { script: source })).toThrow('The gateway runs no scripts in javascript')
  })

  it.each(['admit', 'authorize', 'request'])('runs in the stage %s', (stage) => {
    expect((code.stage as (config: object) => string)({ stage })).toBe(stage)
  })
})
