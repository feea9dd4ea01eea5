import type { SignalboxOptions } from '@signalbox/core'
import type { DataPlane } from '@signalbox/core/gateway'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { portal } from '../index.ts'
import { createBox, publish } from '../published.fixture.ts'
import { createVisitor } from './visitor.fixture.ts'

const passwords: NonNullable<SignalboxOptions['passwords']> = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}
const plan = { id: 'free', name: 'Free', status: 'published', access_mode_configuration_type: 'apikey' }
const readOnly = { ...plan, id: 'read', name: 'Read', access_mode_configuration: { readOnly: true } }

const parameter = (place: string, name: string, more: object = {}) => ({
  ...{ in: place, name, schema: { type: 'string' } },
  ...more,
})
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders/{id}': {
      get: {
        ...{ operationId: 'getOrder', tags: ['Orders'], responses: {} },
        parameters: [
          parameter('path', 'id', { required: true, example: 'a "quoted" one' }),
          parameter('query', 'state', { schema: { enum: ['open', 'paid'] } }),
          parameter('query', 'fields', { schema: { type: 'array', items: { type: 'string' } }, example: ['id'] }),
          parameter('header', 'X-Trace'),
          parameter('header', 'Authorization'),
          parameter('cookie', 'session'),
        ],
      },
    },
    '/orders': {
      post: {
        ...{ operationId: 'addOrder', tags: ['Orders'], responses: {} },
        requestBody: { required: true, content: { 'application/json': { example: { item: '</textarea><b>' } } } },
      },
    },
    '/files': {
      put: {
        ...{ operationId: 'putFile', tags: ['Orders'], responses: {} },
        requestBody: { required: true, content: { 'application/octet-stream': {} } },
      },
    },
    '/old': { get: { operationId: 'old', tags: ['Orders'], responses: {} } },
  },
}
const route = (path: string, methods: readonly string[]) => ({
  ...{ id: `r${path.replaceAll('/', '-')}`, backend: 'main' },
  frontend: { paths: [path], methods },
})

/** A portal with an API whose operations can be tried, and the requests that its data plane got. */
async function start({ plans = [plan], plane = true }: { plans?: readonly object[]; plane?: boolean } = {}) {
  let now = Date.now()
  const box = createBox({ passwords, developers: { signUp: 'open' }, clock: () => now })
  await publish(box, {
    backends: [{ id: 'main', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }] } }],
    routes: [route('/orders', ['GET', 'POST']), route('/files', ['PUT'])],
    documentation: { plans, resources: [{ path: ['openapi'], json_content: document }] },
  })
  const sent: { method: string; url: string; trace: string | null; body: string; as: string }[] = []
  let answer = () => new Response('{"n":9007199254740993,"x":"<b>"}', { headers: { 'X-Note': '<i>' } })
  let cause: string | undefined
  const attach = () =>
    box.gatewaySource.attach?.({
      status: () => ({ id: 'p', state: 'fresh', revision: 0, routes: 1, since: 0, notes: [] }),
      decision: () => cause && { cause },
      async send(request: Request, { as }: { as: string }) {
        const { method, url, headers } = request
        sent.push({ method, url, trace: headers.get('X-Trace'), body: await request.text(), as })
        return answer()
      },
    } as unknown as DataPlane)
  const detach = plane ? attach() : () => {}
  const app = new Hono().route('/portal', portal(box))
  const visitor = createVisitor(app)
  const signUp = async () => {
    await visitor.open('/portal/~/sign-up/')
    await visitor.send('Create account', { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' })
  }
  const subscribe = async (id = 'free') => {
    await visitor.open(`/portal/billing/subscribe/?plan=${id}`)
    await visitor.send('Subscribe', { applicationName: `My shop ${id}` })
  }
  return {
    ...{ box, app, visitor, sent, signUp, subscribe, detach: detach as () => void },
    reference: () => visitor.open('/portal/billing/reference/orders/'),
    answers: (next: typeof answer, why?: string) => {
      answer = next
      cause = why
    },
    advance: (ms: number) => {
      now += ms
    },
  }
}

/** Somebody with an active subscription, who reads the reference. */
async function subscribed(options?: Parameters<typeof start>[0]) {
  const all = await start(options)
  await all.signUp()
  await all.subscribe((options?.plans?.[0] as typeof plan | undefined)?.id)
  await all.reference()
  return all
}

const buttons = (text: string) => text.match(/>Try it<\/button>/g)?.length ?? 0

describe('who may try operations', () => {
  it('is nobody without an account: the pages are as they were, and are kept', async () => {
    const { reference, visitor } = await start()
    const text = await reference()
    expect([buttons(text), text.includes('to try this')]).toEqual([0, false])
    expect(visitor.header('Cache-Control')).toBe('public, no-cache')
  })

  it('is somebody with an active subscription; others are led to the plans', async () => {
    const { reference, signUp, subscribe, visitor, box } = await start()
    await signUp()
    const before = await reference()
    expect([buttons(before), before.match(/>Subscribe<\/a> to try/g)?.length]).toEqual([0, 2])
    expect(visitor.header('Cache-Control')).toBe('no-store')
    await subscribe()
    expect(buttons(await reference())).toBe(2)
    const [one] = (await box.subscriptions.list({})).results
    await box.subscriptions.pause({ id: one?.id ?? '' })
    expect(buttons(await reference())).toBe(0)
  })

  it('depends on what the plan covers', async () => {
    const { visitor } = await subscribed({ plans: [readOnly] })
    expect(buttons(visitor.text())).toBe(1)
    expect(visitor.text()).toContain('No plan covers this operation')
  })

  it('is nobody where no data plane is: the pages show code only', async () => {
    const { visitor, detach, reference } = await subscribed()
    detach()
    const before = visitor.text()
    expect(buttons(before)).toBe(2)
    await visitor.send('Try it')
    expect([visitor.status(), visitor.text().includes('cannot be tried here')]).toEqual([503, true])
    const text = await reference()
    expect([buttons(text), text.includes('to try this'), text.includes('curl')]).toEqual([0, false, true])
  })
})

describe('the form of an operation', () => {
  it('has the declared parameters with their types, and the examples of those that are required', async () => {
    const { visitor } = await subscribed()
    const { values, action } = visitor.formWith('Try it')
    expect(action).toBe('../../../~/try/billing/h-getorder/')
    expect([...values.keys()].filter((name) => !name.startsWith('_'))).toEqual([
      ...['parameters.path.id', 'parameters.query.fields', 'parameters.header.X-Trace'],
      ...['subscription', 'parameters.query.state'],
    ])
    expect(values.get('parameters.path.id')).toBe('a "quoted" one')
    expect(values.get('parameters.query.fields')).toBe('')
    expect(visitor.text()).toContain('several values with commas; for example id')
    expect(visitor.text()).toContain('&#60;/textarea&#62;&#60;b&#62;')
  })

  it('calls the operation, and shows status, time, headers and body as they came', async () => {
    const { visitor, sent } = await subscribed()
    const text = await visitor.send('Try it', {
      'parameters.path.id': 'a/b',
      'parameters.query.fields': 'id, total',
      'parameters.header.X-Trace': 't1',
    })
    expect(sent).toEqual([
      {
        method: 'GET',
        url: 'https://api.example.com/v1/orders/a%2Fb?fields=id&fields=total',
        ...{ trace: 't1', body: '', as: expect.any(String) },
      },
    ])
    expect([visitor.status(), visitor.header('Cache-Control')]).toEqual([200, 'no-store'])
    expect(text).toMatch(/<strong>200<\/strong> in \d+ ms/)
    expect(text).toContain('&#34;n&#34;: 9007199254740993,')
    expect(text).toContain('x-note: &#60;i&#62;')
    expect(text).not.toMatch(/<b>|<i>/)
    expect(visitor.formWith('Try it').values.get('parameters.path.id')).toBe('a/b')
    await visitor.send('Try it')
    expect(sent).toHaveLength(2)
  })

  it('sends a body, in the type that is declared', async () => {
    const { visitor, sent } = await subscribed()
    await visitor.open('/portal/~/try/billing/h-addorder/')
    await visitor.send('Try it', { body: '{\r\n"item": "é"}' })
    expect(sent).toMatchObject([{ method: 'POST', body: '{\n"item": "é"}' }])
  })

  it('calls once, and only if it comes from a page of the portal', async () => {
    const { visitor, sent } = await subscribed()
    const { action, values } = visitor.formWith('Try it')
    const path = new URL(action, 'http://portal.test/portal/billing/reference/orders/').pathname
    const again = () => visitor.post(path, Object.fromEntries(values))
    await again()
    await again()
    expect([visitor.status(), visitor.text().includes('was called once'), sent.length]).toEqual([409, true, 1])
    await visitor.open('/portal/~/try/billing/h-getorder/')
    await visitor.send('Try it', {}, { Origin: 'https://evil.example' })
    expect([visitor.status(), sent.length]).toEqual([403, 1])
  })

  it('offers a body that is not text as a file', async () => {
    const { visitor, answers } = await subscribed()
    answers(() => new Response(Uint8Array.from([0, 255, 1])))
    expect(await visitor.send('Try it')).toMatch(
      /<a download="answer.bin" href="data:application\/octet-stream;base64,AP8B">Save 3 bytes</,
    )
  })

  it.each<[cause: string, status: number, words: RegExp]>([
    [
      'errors.consumer.forbidden',
      403,
      /do not grant access to this service\. The plan .* use a subscription to another plan\. <a href="[^"]*billing\/plans\/">/,
    ],
    ['errors.credentials.missing', 401, /requires a token or a certificate/],
    ['errors.quota.exceeded', 429, /quota is exhausted\. Wait for the next period, .* sent again in 60 s/],
    ['errors.backend.unavailable', 503, /The service is not available\. Try again later\./],
    ['errors.of.the.host', 418, /From the gateway: errors\.of\.the\.host\./],
  ])('says why the gateway answered with %s', async (cause, status, words) => {
    const { visitor, answers } = await subscribed()
    answers(() => new Response('{}', { status, headers: { 'Retry-After': '60' } }), cause)
    expect(await visitor.send('Try it')).toMatch(words)
    expect(visitor.text()).toContain(`<strong>${status}</strong>`)
  })
})

describe('a call that is refused', () => {
  it('shows the form again, with what was typed', async () => {
    const { visitor, sent, box } = await subscribed()
    await visitor.send('Try it', { 'parameters.path.id': '' })
    expect([visitor.status(), visitor.text().includes('Fill this in.')]).toEqual([400, true])
    await visitor.open('/portal/~/try/billing/h-addorder/')
    await visitor.send('Try it', { body: 'x'.repeat(256 * 1024 + 1) })
    expect([visitor.status(), visitor.text().includes('more than 256 KiB')]).toEqual([413, true])
    await visitor.open('/portal/~/try/billing/h-getorder/')
    const [one] = (await box.subscriptions.list({})).results
    await box.subscriptions.pause({ id: one?.id ?? '' })
    await visitor.send('Try it')
    expect([visitor.status(), visitor.text().includes('is not active')]).toEqual([409, true])
    expect(sent).toEqual([])
  })

  it('says when the next one is allowed', async () => {
    const { visitor, advance } = await subscribed()
    for (let i = 0; i < 30; i++) await visitor.send('Try it')
    expect(visitor.status()).toBe(200)
    await visitor.send('Try it')
    expect([visitor.status(), visitor.header('Retry-After')]).toEqual([429, '60'])
    expect(visitor.text()).toContain('try again in 60 s')
    advance(60_000)
    await visitor.send('Try it')
    expect(visitor.status()).toBe(200)
  })

  it.each(['~/try/billing/h-none/', '~/try/other/h-getorder/', '~/try/billing/'])('has no page at %s', async (path) => {
    const { visitor } = await subscribed()
    await visitor.open(`/portal/${path}`)
    expect(visitor.status()).toBe(404)
  })

  it('asks people without a session to sign in', async () => {
    const { visitor, sent } = await subscribed()
    visitor.cookies.delete('signalbox_portal')
    await visitor.send('Try it')
    expect([visitor.status(), sent.length]).toEqual([401, 0])
    await visitor.send('Sign in', { email: 'ann@example.com', password: 'correct horse battery' })
    await visitor.send('Try it')
    expect([visitor.status(), sent.length]).toEqual([200, 1])
  })
})
