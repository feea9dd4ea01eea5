import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { GatewayWorkflows } from '../../engines/engines.ts'
import { fakeExchange, fakeRoute } from '../../pipeline/exchange.fixture.ts'
import { compiled } from '../compiled.fixture.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const hooksOf = (run: GatewayWorkflows['run'], config: object = {}, reported: unknown[] = []) =>
  compiled('WorkflowBackend', { workflow: 'quote', ...config }, { engines: { workflows: { run } }, reported })
const answering = (result: unknown) => hooksOf(async () => ({ result }))

/** The input of the workflow for a request. */
async function inputOf(request: Parameters<typeof fakeExchange>[0]) {
  const run = vi.fn<GatewayWorkflows['run']>(async () => ({ result: null }))
  await hooksOf(run).request!(fakeExchange(request))
  return run.mock.calls[0]![0].body.input
}

describe('the input of a workflow', () => {
  it('is the request and the consumer', async () => {
    const consumer = { id: 'acme', plan: 'gold', subscription: 's-1', credential: { secret: 'x' } as never }
    const request = {
      ...{ method: 'POST', path: '/orders/7', query: '?a=1&b=2&a=%20', params: { id: '7' } },
      headers: ['Content-Type', 'application/json', 'X-A', '1', 'x-a', '2'],
    }
    expect(await inputOf({ ...request, consumer, body: bytes('{"n":1}') })).toEqual({
      request: {
        ...{ method: 'POST', path: '/orders/7', params: { id: '7' }, query: { a: ['1', ' '], b: '2' } },
        headers: { 'content-type': 'application/json', 'x-a': ['1', '2'] },
        body: { n: 1 },
      },
      consumer: { id: 'acme', plan: 'gold', subscription: 's-1' },
    })
  })

  it('has no credentials', async () => {
    const config = { extractors: { client_secret_header: 'X-Own-Secret' } }
    const input = await inputOf({
      route: fakeRoute({ plugins: [{ plugin: 'p', config }] }),
      query: '?client_secret=s&a=1',
      headers: ['X-Own-Secret', 's', 'Gateway-Client-Secret', 's', 'Authorization', 's', 'X-A', '1'],
    })
    expect(input).toMatchObject({ request: { query: { a: '1' }, headers: { 'x-a': '1' } } })
    expect(JSON.stringify(input)).not.toContain('"s"')
  })

  it('has no consumer and no body if the request has none', async () => {
    const input = await inputOf({ body: new Uint8Array() })
    expect(input).toMatchObject({ consumer: null })
    expect(input).not.toHaveProperty('request.body')
  })

  it.each([
    ['application/json', '[1]', [1]],
    ['application/problem+json; charset=utf-8', '"a"', 'a'],
    ['text/plain', 'schön', 'schön'],
    ['application/jsonl', '[1]', '[1]'],
    ['', 'a', 'a'],
  ])('has a body of the type "%s" as its value', async (type, text, value) => {
    const headers = ['Content-Type', type]
    expect(await inputOf({ headers, body: bytes(text) })).toMatchObject({ request: { body: value } })
  })

  it('has names that clients choose as members of its own', async () => {
    const { request } = (await inputOf({ query: '?__proto__=1&constructor=2' })) as { request: { query: object } }
    expect(Object.entries(request.query)).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ])
  })
})

describe('a body that no workflow can read', () => {
  it.each([
    ['invalid JSON', 'application/json', bytes('{'), 'errors.bad.request'],
    ['other bytes', 'application/octet-stream', Uint8Array.of(0xff, 0xfe), 'errors.media.type.unsupported'],
    ['an unknown charset', 'text/plain; charset=klingon', bytes('a'), 'errors.media.type.unsupported'],
  ])('is refused: %s', async (_, type, body, refuse) => {
    const run = vi.fn()
    const headers = ['Content-Type', type]
    expect(await hooksOf(run).request!(fakeExchange({ headers, body }))).toMatchObject({ refuse })
    expect(run).not.toHaveBeenCalled()
  })
})

describe('the result of a workflow', () => {
  const json = ['Content-Type', 'application/json']

  it.each<[result: unknown, answer: object]>([
    [{ price: 7 }, { status: 200, headers: json, body: '{"price":7}' }],
    ['text', { status: 200, headers: json, body: '"text"' }],
    [null, { status: 200, headers: json, body: 'null' }],
    [{ status: 'sold' }, { status: 200, headers: json, body: '{"status":"sold"}' }],
    [
      { status: 200, price: 7 },
      { status: 200, headers: json, body: '{"status":200,"price":7}' },
    ],
    [
      { status: 201, body: 'made' },
      { status: 201, headers: ['Content-Type', 'text/plain; charset=utf-8'], body: 'made' },
    ],
    [
      { status: 404, body: { code: 1 } },
      { status: 404, headers: json, body: '{"code":1}' },
    ],
    [
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<b>' },
      { status: 200, headers: ['content-type', 'text/html'], body: '<b>' },
    ],
    [
      { status: 302, headers: { Location: '/x', 'Set-Cookie': ['a=1', 'b=2'], 'X-N': 1 } },
      { status: 302, headers: ['Location', '/x', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-N', '1'] },
    ],
    [
      { status: 204, body: 'dropped' },
      { status: 204, headers: [] },
    ],
  ])('%o is a response', async (result, answer) => {
    expect(await answering(result).request!(fakeExchange())).toEqual({ answer })
  })

  it.each<[what: string, result: object]>([
    ['a status below 200', { status: 101 }],
    ['a status beyond 599', { status: 600 }],
    ['half a status', { status: 200.5 }],
    ['a header of the connection', { status: 200, headers: { Connection: 'close' } }],
    ['a header of the framing', { status: 200, headers: { 'content-length': '3' } }],
    ['another header of the framing', { status: 200, headers: { 'Transfer-Encoding': 'chunked' } }],
    ['a header of the gateway', { status: 200, headers: { 'Gateway-Error': 'true' } }],
    ['a cookie of the dashboard', { status: 200, headers: { 'Set-Cookie': 'signalbox_session=x' } }],
    ['a line break in a value', { status: 200, headers: { 'X-A': 'a\r\nX-B: b' } }],
    ['a character that no header can carry', { status: 200, headers: { 'X-A': '☂' } }],
    ['an invalid name', { status: 200, headers: { 'X A': 'a' } }],
    ['a value that is an object', { status: 200, headers: { 'X-A': {} } }],
    ['headers that are a list', { status: 200, headers: ['X-A'] }],
  ])('with %s is refused and reported', async (_, result) => {
    const reported: unknown[] = []
    const verdict = await hooksOf(async () => ({ result }), {}, reported).request!(fakeExchange())
    expect(verdict).toEqual({ refuse: 'errors.workflow.failed' })
    expect(reported).toHaveLength(1)
  })
})

describe('a run', () => {
  it('that fails is refused without details, and reported once in ten seconds', async () => {
    const reported: unknown[] = []
    const { request } = hooksOf(() => Promise.reject(new Error('the password is x')), {}, reported)
    for (let i = 0; i < 3; i++) expect(await request!(fakeExchange())).toEqual({ refuse: 'errors.workflow.failed' })
    expect(reported).toEqual([expect.objectContaining({ message: 'The workflow quote failed' })])
  })

  it('that takes too long is ended', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let signal: AbortSignal | undefined
    const { request } = hooksOf(
      (_, options) => {
        signal = options?.signal
        return new Promise(() => {})
      },
      { timeout: 70 },
    )
    const verdict = request!(fakeExchange())
    await vi.advanceTimersByTimeAsync(70)
    expect([await verdict, signal?.aborted]).toEqual([{ refuse: 'errors.workflow.timeout' }, true])
  })

  it('ends when the client leaves', async () => {
    const leaving = new AbortController()
    let signal: AbortSignal | undefined
    const reported: unknown[] = []
    const run: GatewayWorkflows['run'] = (_, options) => {
      signal = options?.signal
      return new Promise(() => {})
    }
    const verdict = hooksOf(run, {}, reported).request!(fakeExchange({ signal: leaving.signal }))
    leaving.abort()
    expect([await verdict, signal?.aborted, reported]).toEqual([{ refuse: 'errors.client.closed' }, true, []])
  })

  it('of a Signalbox has its result, and its limits of time', async () => {
    const box = createSignalbox({ workflows: { budgets: { time: 50 } } })
    onTestFinished(() => box.close())
    const config = { kind: 'workflow', steps: [{ kind: 'value', value: 'Hello ${input.request.query.name}' }] }
    await box.workflows.create({ body: { id: 'quote', config } as never })
    const waiting = { kind: 'workflow', steps: [{ kind: 'wait', duration: 10_000 }] }
    await box.workflows.create({ body: { id: 'slow', config: waiting } as never })
    const engines = { workflows: box.workflows }
    const answer = await compiled('WorkflowBackend', { workflow: 'quote' }, { engines }).request!(
      fakeExchange({ query: '?name=ada' }),
    )
    expect(answer).toMatchObject({ answer: { body: '"Hello ada"' } })
    const slow = await compiled('WorkflowBackend', { workflow: 'slow' }, { engines }).request!(fakeExchange())
    expect(slow).toEqual({ refuse: 'errors.workflow.timeout' })
    const missing = await compiled('WorkflowBackend', { workflow: 'no' }, { engines }).request!(fakeExchange())
    expect(missing).toEqual({ refuse: 'errors.workflow.failed' })
  })

  it('needs workflows', () => {
    for (const name of ['WorkflowBackend', 'WorkflowAccess'])
      expect(() => compiled(name, { workflow: 'w' })).toThrow('pass `workflows` to createGateway')
  })
})

describe('a slot whose workflow is slow', () => {
  const busy = { refuse: 'errors.concurrency.exceeded', headers: ['Retry-After', '1'] }

  it('runs it 16 times at once, refuses further requests, and goes on when runs have ended', async () => {
    const ends: (() => void)[] = []
    const { request } = hooksOf(() => new Promise((end) => void ends.push(() => end({ result: 1 }))))
    const first = Array.from({ length: 16 }, () => request!(fakeExchange()))
    expect(await request!(fakeExchange())).toEqual(busy)
    for (const end of ends) end()
    await Promise.all(first)
    const next = request!(fakeExchange())
    await vi.waitFor(() => expect(ends).toHaveLength(17))
    ends.at(-1)!()
    expect(await next).toMatchObject({ answer: { status: 200 } })
  })

  it('refuses requests with Retry-After while the instance runs as many workflows as it may', async () => {
    const reported: unknown[] = []
    const full = async () => Promise.reject(Object.assign(new Error('Full'), { code: 'TOO_MANY_REQUESTS' }))
    expect(await hooksOf(full, {}, reported).request!(fakeExchange())).toEqual(busy)
    expect(reported).toHaveLength(1)
  })
})
