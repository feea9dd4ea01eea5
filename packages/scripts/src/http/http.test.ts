import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ask, body, deferred, openEngine, staysWell } from '../engine.fixture.ts'
import { scriptEngine } from '../script-engine.ts'
import { refusal, startEcho } from './refusal.fixture.ts'
import { startServer } from './server.fixture.ts'

const target = await startEcho()
const engine = openEngine({ origins: [target.origin], allowPrivate: true })
const url = JSON.stringify(target.origin)
staysWell(engine)

describe('http.call', () => {
  it('sends a request and gives the body to its callback', async () => {
    const script = body(`
      http.call({ url: ${url}, method: 'post', headers: { 'X-Client': context.id }, body: { a: 1 } }, (error, body) => {
        console.log(error, body)
        error ? disabled() : enabled()
      })`)
    expect(await ask(engine, script, { id: 'ann' })).toEqual({ active: true, logs: ['null POST {"a":1}'] })
    expect(target.asked.at(-1)).toMatchObject({ method: 'POST', headers: { 'x-client': 'ann', 'content-length': '7' } })
  })

  it('returns an error for a status from 400 on, with the body', async () => {
    const script = body(
      `http.call({ url: ${url} + '/404' }, (error, body) => { console.log(error.message, error.status, body); enabled() })`,
    )
    expect((await ask(engine, script)).logs).toEqual([`${target.origin}/404 answered 404 404 GET `])
  })

  it('fails the script whose callback throws', async () => {
    const script = body(`http.call({ url: ${url} }, () => { throw new Error('no') })`)
    expect((await ask(engine, script)).error).toMatchObject({ code: 'EXCEPTION', message: 'Error: no' })
  })
})

describe('the trace context of a run', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const sentBy = async (request: string, given?: string) => {
    const script = body(`http.call(${request}, () => enabled())`)
    await engine.run({ type: 'javascript', script, context: {}, ...(given && { traceparent: given }) })
    return target.asked.at(-1)!.headers.traceparent
  }

  it('is the header traceparent of its calls, unless the script sets one', async () => {
    expect(await sentBy(`{ url: ${url} }`, traceparent)).toBe(traceparent)
    expect(await sentBy(`{ url: ${url}, headers: { a: 'b' } }`, traceparent)).toBe(traceparent)
    expect(await sentBy(`{ url: ${url}, headers: { TraceParent: 'mine' } }`, traceparent)).toBe('mine')
    expect(await sentBy(`{ url: ${url} }`)).toBeUndefined()
  })
})

describe('http.fetch', () => {
  it('works like fetch, as far as scripts need it', async () => {
    const script = body(`
      return (async () => {
        const response = await http.fetch(${url} + '/201', { method: 'PUT', body: '{"a":2}' })
        console.log(response.status, response.ok, response.url, response.headers.get('X-TWICE'), response.headers.get('none'), response.headers.get('constructor'))
        console.log(await response.text())
        enabled()
      })()`)
    const logs = [`201 true ${target.origin}/201 a, b null null`, 'PUT {"a":2}']
    expect(await ask(engine, script)).toEqual({ active: true, logs })
  })

  it('parses JSON, and rejects otherwise', async () => {
    const json = await startServer((asked, response) => response.end(asked.url === '/no' ? '{' : '{"on":true}'))
    const own = openEngine({ origins: [json.origin], allowPrivate: true })
    const script = (path: string) =>
      body(
        `return http.fetch('${json.origin}${path}').then((r) => r.json()).then(({ on }) => (on ? enabled() : disabled()))`,
      )
    expect(await ask(own, script('/'))).toEqual({ active: true, logs: [] })
    expect((await ask(own, script('/no'))).error?.code).toBe('EXCEPTION')
  })

  it('can be called concurrently, three times in all', async () => {
    const all = body(`return Promise.all([1, 2, 3].map(() => http.fetch(${url}))).then(enabled)`)
    expect((await ask(engine, all)).active).toBe(true)
    const before = target.asked.length
    const tooMany = body(`return (async () => { for (;;) await http.fetch(${url}) })()`)
    expect((await ask(engine, tooMany)).error).toMatchObject({
      code: 'EXCEPTION',
      message: 'Error: A script may make at most 3 HTTP calls',
    })
    expect(target.asked.length - before).toBe(3)
  })

  it('does not count waiting as CPU time', async () => {
    const slow = await startServer((_, response) => setTimeout(() => response.end('{}'), 100))
    const own = openEngine({ origins: [slow.origin], allowPrivate: true, workers: 1 })
    const script = body(`return http.fetch('${slow.origin}').then(enabled)`)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => ask(own, script)))
    expect(outcomes.every(({ active }) => active)).toBe(true)
  })

  it('ignores data after the response', async () => {
    const asked = await startEcho()
    const own = openEngine({ origins: [asked.origin], allowPrivate: true })
    const script = body(`http.fetch('${asked.origin}').then(() => { throw 1 }); enabled()`)
    expect(await ask(own, script)).toEqual({ active: true, logs: [] })
  })
})

describe('a request', () => {
  it.each([
    ['{ method: "CONNECT" }', 'The method CONNECT is not supported: use GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['{ headers: { Host: "inner" } }', 'The header Host cannot be set by scripts'],
    ['{ headers: { "transfer-encoding": "chunked" } }', 'The header transfer-encoding cannot be set by scripts'],
    ['{ headers: { "x-a": "1\\r\\nx-b: 2" } }', 'Invalid character in header content ["x-a"]'],
    ['{ headers: { "x a": "1" } }', 'Header name must be a valid HTTP token ["x a"]'],
    ['{ body: "x".repeat(300_000) }', 'The body of an HTTP call may have at most 262144 bytes'],
  ])('with %s is rejected', async (init, sentence) => {
    const before = target.asked.length
    expect(await refusal(engine, `[${url}, ${init}]`)).toMatch(sentence)
    expect(target.asked.length).toBe(before)
  })

  it('that http cannot send is rejected', async () => {
    const broken = body(`
      Object.prototype.toJSON = () => ({ url: 1 })
      return http.fetch(${url}).then(enabled, (error) => { console.log(error.message); disabled() })`)
    expect(await ask(engine, broken)).toMatchObject({ active: false, logs: ['An HTTP call requires a url'] })
  })
})

describe('an answer', () => {
  it('that is too large is rejected', async () => {
    const large = await startServer((asked, response) => response.end('x'.repeat(Number(asked.url?.slice(1)))))
    const own = openEngine({ origins: [large.origin], allowPrivate: true, cpuMs: 1_000 })
    const fits = body(
      `return http.fetch('${large.origin}/262144').then((r) => r.text()).then(({ length }) => { console.log(length); enabled() })`,
    )
    expect(await ask(own, fits)).toEqual({ active: true, logs: ['262144'] })
    expect(await refusal(own, JSON.stringify([`${large.origin}/262145`]))).toMatch(
      'responded with more than 262144 bytes',
    )
  })

  it('that arrives too slowly times out, and its connection is closed', async () => {
    const dripping = deferred<Promise<unknown>[]>()
    const drip = await startServer((_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      dripping.resolve([once(response, 'close').finally(() => clearInterval(timer))])
      response.writeHead(200)
    })
    const own = openEngine({ origins: [drip.origin], allowPrivate: true, wallMs: 3_000, clock: () => 0 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const refused = refusal(own, JSON.stringify([drip.origin]))
    const closed = await dripping.promise
    vi.advanceTimersByTime(1500)
    expect(await refused).toBe(`${drip.origin} did not respond within 1500 ms`)
    await Promise.all(closed)
    expect(drip.asked).toHaveLength(1)
  })

  it('can take half of the wall time, by default twenty times the CPU time', async () => {
    const silent = await startServer(() => {})
    const own = scriptEngine({ origins: [silent.origin], allowPrivate: true, cpuMs: 200, clock: () => 0 })
    onTestFinished(own.close)
    expect(await refusal(own, JSON.stringify([silent.origin]))).toBe(`${silent.origin} did not respond within 2000 ms`)
  })

  it('from an unreachable host is an error', async () => {
    const own = openEngine({ origins: ['http://127.0.0.1:1'], allowPrivate: true })
    expect(await refusal(own, '["http://127.0.0.1:1"]')).toMatch('ECONNREFUSED')
  })
})

describe('a finished run', () => {
  it('makes no further calls, and aborts pending ones', async () => {
    let now = 0
    const closed: Promise<unknown>[] = []
    const server = await startServer((_, response) => {
      if (server.asked.length < 2) return response.end()
      closed.push(once(response, 'close'))
      now += 60_000
    })
    const own = openEngine({ origins: [server.origin], allowPrivate: true, wallMs: 60_000, clock: () => now })
    const script = body(`
      const call = () => http.call({ url: '${server.origin}' }, call)
      call()`)
    const error = { code: 'TIME', message: 'The script called neither enabled() nor disabled() within 60000 ms' }
    expect((await ask(own, script)).error).toEqual(error)
    await Promise.all(closed)
    expect((await ask(own, body('enabled()'))).active).toBe(true)
    expect(server.asked).toHaveLength(2)
  })

  it('is not activated by a later HTTP response', async () => {
    let now = 0
    const over = deferred<void>()
    const closed: Promise<unknown>[] = []
    const server = await startServer(async (_, response) => {
      closed.push(once(response, 'close'))
      now += 60_000
      await over.promise
      response.end('{}')
    })
    const own = openEngine({ origins: [server.origin], allowPrivate: true, wallMs: 60_000, clock: () => now })
    const outcome = await ask(own, body(`http.call({ url: '${server.origin}' }, enabled)`))
    expect(outcome).toMatchObject({ active: false, error: { code: 'TIME' } })
    over.resolve()
    await Promise.all(closed)
    expect(await ask(own, body('enabled()'))).toEqual({ active: true, logs: [] })
  })

  it('aborts its calls', async () => {
    const asked = deferred<void>()
    const closed = deferred<unknown>()
    const silent = await startServer((_, response) => {
      asked.resolve()
      closed.resolve(once(response, 'close'))
    })
    const other = await startServer((_, response) => asked.promise.then(() => response.end()))
    const own = openEngine({ origins: [silent.origin, other.origin], allowPrivate: true })
    const script = body(`
      http.fetch('${silent.origin}')
      return http.fetch('${other.origin}').then(enabled)`)
    expect((await ask(own, script)).active).toBe(true)
    await closed.promise
  })
})
