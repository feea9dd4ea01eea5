import { describe, expect, it } from 'vitest'
import { fakeExchange, fakeHead, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import type { Answer } from '../../plugin-api/hooks.ts'
import type { SideCall } from '../../plugin-api/side-call.ts'
import { compiled } from '../compiled.fixture.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const route = fakeRoute()
const ended = { status: 200, ms: 1, bytesIn: 0, bytesOut: 0 }

/** A cache, and a backend that responds by hand. */
function cache(config: object = {}, call?: SideCall, of = route) {
  let now = 1_800_000_000_000
  const hooks = compiled('ResponseCache', config as never, { clock: () => now, route: of, ...(call && { call }) })
  /** Sends a request. Without an answer of the cache, the backend gives this response. */
  async function send(
    request: object = {},
    headers: readonly string[] = ['Cache-Control', 'max-age=10'],
    body = 'body',
  ) {
    const exchange = fakeExchange({ route: of, ...request })
    const verdict = (await hooks.request!(exchange)) as { answer: Answer } | undefined
    if (verdict) {
      hooks.done!(exchange, ended)
      return { status: verdict.answer.headers.at(-1), answer: verdict.answer, exchange }
    }
    const head = fakeHead(headers)
    hooks.response!(exchange, head)
    const transform = hooks.responseBody!(exchange, head)
    transform?.chunk(bytes(body))
    transform?.flush?.()
    hooks.done!(exchange, ended)
    return { status: head.headers.get('cache-status'), answer: undefined, exchange }
  }
  const isHit = async (request: object = {}) =>
    (await send(request, ['Cache-Control', 'no-store'])).answer !== undefined
  return { send, isHit, hooks, advance: (seconds: number) => (now += seconds * 1000) }
}

describe('ResponseCache', () => {
  it('shares no response among consumers with the same id, since the backend is told more than the id', async () => {
    const { send, isHit } = cache()
    const consumer = { id: 'acme', plan: 'gold', subscription: 's-1', clientId: 'c-1' }
    await send({ consumer })
    expect(await isHit({ consumer: { ...consumer } })).toBe(true)
    for (const other of [{ plan: 'silver' }, { subscription: 's-2' }, { clientId: 'c-2' }, { subscription: undefined }])
      expect(await isHit({ consumer: { ...consumer, ...other } })).toBe(false)
  })

  it('stores a response for its consumer alone, unless it is public', async () => {
    const own = cache()
    await own.send({ consumer: { id: 'a' } })
    expect([await own.isHit({ consumer: { id: 'a' } }), await own.isHit({ consumer: { id: 'b' } })]).toEqual([
      true,
      false,
    ])
    await own.send({ address: '192.0.2.1' })
    expect([await own.isHit({ address: '192.0.2.1' }), await own.isHit({ address: '192.0.2.2' })]).toEqual([
      true,
      false,
    ])
    const common = cache({ public: true })
    await common.send({ consumer: { id: 'a' } })
    expect(await common.isHit({ consumer: { id: 'b' } })).toBe(true)
  })

  it('shares responses to requests with Authorization only if it is public and the response allows it', async () => {
    const request = { headers: ['Authorization', 'Bearer x'] }
    const common = cache({ public: true })
    await common.send(request)
    expect(await common.isHit(request)).toBe(false)
    await common.send(request, ['Cache-Control', 'public, max-age=10'])
    expect(await common.isHit(request)).toBe(true)
    const own = cache()
    await own.send(request, ['Cache-Control', 'public, max-age=10'])
    expect(await own.isHit(request)).toBe(false)
  })

  it.each([
    ['tokens in a header of their own', 'JwtUserExtractor', { header: 'X-Token' }, 'X-Token'],
    ['API keys', 'ApikeyCalls', {}, 'X-API-Key'],
    ['API keys in headers of their own', 'ApikeyCalls', { extractors: { client_id_header: 'X-Id' } }, 'X-Id'],
  ])('shares no responses to requests whose backend gets %s', async (_, name, config, header) => {
    const slot = { plugin: `cp:gateway.next.plugins.${name}`, enabled: true, include: [], exclude: [], config }
    const of = fakeRoute({ plugins: [slot] })
    const { send, isHit } = cache({}, undefined, of)
    const consumer = { id: 'acme' }
    const kept = () => ({ consumer, headers: [header, 'a:b'] })
    await send(kept())
    expect(await isHit(kept())).toBe(false)
    const wiped = () => ({ ...kept(), out: fakeExchange().out })
    await send(wiped())
    expect(await isHit(wiped())).toBe(true)
    const common = cache({ public: true }, undefined, of)
    await common.send(kept())
    expect(await common.isHit(kept())).toBe(true)
  })

  it.each([
    ['drafts', { draft: true }],
    ['WebSockets', { headers: ['Sec-WebSocket-Key', 'x'] }],
    ['requests with a body', { hasBody: true }],
    ['other methods', { method: 'OPTIONS' }],
  ])('stays out of the way of %s', async (_, request) => {
    const { send, isHit } = cache()
    await send()
    expect((await send(request)).status).toBeUndefined()
    expect(await isHit(request)).toBe(false)
  })

  it('keeps apart what a plugin sends to other backends', async () => {
    const { send, isHit } = cache()
    await send()
    const backend = { targets: [{ hostname: 'next.internal', port: 80 }] }
    expect([await isHit(), await isHit({ backend })]).toEqual([true, false])
  })

  it('selects by headers as the backend gets them, after plugins have set them', async () => {
    const { send, isHit } = cache()
    const as = (user: string) => {
      const exchange = fakeExchange()
      exchange.out.set('X-User', user)
      return { out: exchange.out }
    }
    await send(as('alice'), ['Cache-Control', 'max-age=10', 'Vary', 'X-User'])
    expect([await isHit(as('alice')), await isHit(as('bob')), await isHit()]).toEqual([true, false, false])
  })

  it('selects by the configured headers, too', async () => {
    const { send, isHit } = cache({ vary: ['X-Tenant'] })
    await send({ headers: ['X-Tenant', 'a'] })
    expect([await isHit({ headers: ['x-tenant', 'a'] }), await isHit({ headers: ['X-Tenant', 'b'] })]).toEqual([
      true,
      false,
    ])
  })

  it('gives clients with cookies of their own only responses that say when they expire', async () => {
    const { send, isHit } = cache()
    await send({}, [])
    expect([await isHit(), await isHit({ headers: ['Cookie', 'a=1'] })]).toEqual([true, false])
    expect(await isHit({ headers: ['Cookie', 'signalbox-target=x; signalbox-canary=1'] })).toBe(true)
    await send({ headers: ['Cookie', 'a=1'] })
    expect(await isHit({ headers: ['Cookie', 'b=2'] })).toBe(true)
  })

  it('removes the conditions of clients, so that the backend sends what can be stored', async () => {
    const { send } = cache()
    const { exchange } = await send({ headers: ['If-None-Match', '"a"', 'If-Modified-Since', 'Thu'] })
    expect(exchange.out.list).toEqual([])
  })

  it('lets all who waited call the backend at once when the first call fails', async () => {
    const { hooks } = cache()
    const [first, ...others] = Array.from({ length: 4 }, () => fakeExchange({ route }))
    expect(hooks.request!(first!)).toBeUndefined()
    const waiting = others.map((exchange) => hooks.request!(exchange))
    hooks.done!(first!, { ...ended, status: 502, cause: 'errors.backend.unreachable' })
    expect(await Promise.all(waiting)).toEqual([undefined, undefined, undefined])
  })

  it('lets one of those who waited call the backend when the client of the first call leaves', async () => {
    const { hooks } = cache()
    const [first, second, third] = [0, 1, 2].map(() => fakeExchange({ route }))
    expect(hooks.request!(first!)).toBeUndefined()
    const waiting = [second!, third!].map((exchange) => hooks.request!(exchange) as Promise<unknown>)
    hooks.done!(first!, { ...ended, status: 499, cause: 'errors.client.closed' })
    expect(await waiting[0]).toBeUndefined()
    const head = fakeHead(['Cache-Control', 'max-age=10'])
    hooks.response!(second!, head)
    hooks.responseBody!(second!, head)!.flush?.()
    expect(await waiting[1]).toMatchObject({ answer: { status: 200 } })
  })

  it('forgets a response that is not whole', async () => {
    const { hooks, isHit } = cache()
    const exchange = fakeExchange({ route })
    hooks.request!(exchange)
    const head = fakeHead(['Cache-Control', 'max-age=10', 'Content-Length', '9'])
    hooks.response!(exchange, head)
    const transform = hooks.responseBody!(exchange, head)!
    transform.chunk(bytes('body'))
    transform.flush?.()
    hooks.done!(exchange, ended)
    expect(await isHit()).toBe(false)
  })

  it('loads a stale response again in the background, and keeps it when that fails', async () => {
    const calls: string[][] = []
    const answers: (() => Promise<Awaited<ReturnType<SideCall>>>)[] = [
      () => Promise.reject(Object.assign(new Error('down'), { failure: {} })),
      () => Promise.resolve({ status: 503, headers: [], body: bytes('') }),
      () => Promise.resolve({ status: 304, headers: ['Cache-Control', 'max-age=10'], body: bytes('') }),
    ]
    const { send, isHit, advance } = cache({ stale_while_revalidate: 100 }, ({ headers }) => {
      calls.push([...headers])
      return answers[calls.length - 1]!()
    })
    await send({}, ['Cache-Control', 'max-age=10', 'ETag', '"a"'])
    advance(20)
    for (let i = 1; i <= 3; i++) {
      expect(await isHit()).toBe(true)
      await expect.poll(() => calls.length).toBe(i)
    }
    expect(calls[0]).toEqual(['If-None-Match', '"a"'])
    expect((await send()).answer?.headers).toContain('Age')
    advance(5)
    await isHit()
    expect(calls).toHaveLength(3)
  })
})
