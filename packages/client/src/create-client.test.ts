import { describe, expect, it } from 'vitest'
import { createClient } from './index.ts'
import { failing, json, scripted, silent } from './scripted.fixture.ts'

const secret = 'a-secret-of-tests'

describe('a client', () => {
  it('sends its credentials with every request', async () => {
    const { options, requests } = scripted(json({}))
    await createClient({ ...options, clientId: 'shop', clientSecret: secret, headers: { 'X-Team': 'web' } }).health()
    const { headers } = requests[0]!
    expect(headers.get('Service-Client-Id')).toBe('shop')
    expect(headers.get('Service-Client-Secret')).toBe(secret)
    expect(headers.get('X-Team')).toBe('web')
  })

  it('sends credentials in custom headers', async () => {
    const { options, requests } = scripted(json({}))
    const headerNames = { clientId: 'Old-Client-Id', clientSecret: 'Old-Client-Secret' }
    await createClient({ ...options, clientId: 'shop', clientSecret: secret, headerNames }).health()
    expect([...requests[0]!.headers]).toEqual([
      ['old-client-id', 'shop'],
      ['old-client-secret', secret],
    ])
  })

  it.each([
    ['http://flags.test', 'http://flags.test/api/_health'],
    ['http://flags.test/', 'http://flags.test/api/_health'],
    ['https://flags.test/below/?x=1#y', 'https://flags.test/below/api/_health'],
  ])('with the base address %s calls paths below it', async (baseUrl, url) => {
    const { options, requests } = scripted(json({}))
    await createClient({ ...options, baseUrl }).health()
    expect(requests[0]!.url).toBe(url)
  })

  it.each([
    ['no address', { baseUrl: 'flags' }, /baseUrl must be an http or https URL/],
    ['another protocol', { baseUrl: 'ftp://flags.test' }, /http or https/],
    ['credentials in its address', { baseUrl: `http://shop:${secret}@flags.test` }, /clientId and clientSecret/],
    ['half a pair', { clientId: 'shop' }, /give both/],
    [
      'a secret of two lines',
      { clientId: 'shop', clientSecret: `${secret}\n${secret}` },
      /clientSecret cannot be sent/,
    ],
  ])('is rejected with %s, without showing the secret', (_, wrong, sentence) => {
    const create = () => createClient({ ...scripted().options, ...wrong })
    expect(create).toThrow(TypeError)
    expect(create).toThrow(sentence)
    expect(create).not.toThrow(secret)
  })
})

describe('a service', () => {
  const retry = { limit: 0 }

  it('that is unreachable is named in the error, without the secret', async () => {
    const cause = new TypeError('fetch failed')
    const { options } = scripted(cause)
    const api = createClient({ ...options, retry, clientId: 'shop', clientSecret: secret })
    const error: unknown = await api.health().catch((thrown) => thrown)
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The service at http://flags.test cannot be reached: check the address, and that the service is running',
      cause,
    })
    expect(JSON.stringify(error)).not.toContain(secret)
  })

  it('that does not respond in time fails the call', async () => {
    const { options, requests } = scripted(silent)
    const wait = async () => {}
    await expect(createClient({ ...options, retry, timeoutMs: 70, wait }).health()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The service at http://flags.test did not respond within 70 ms (timeoutMs)',
    })
    expect(requests[0]!.signal.aborted).toBe(true)
  })

  it('may take as long as it likes for an upload', async () => {
    const { options, waits } = scripted(json({ success: 0 }))
    await createClient({ ...options, timeoutMs: 70 }).configs.import({ body: [] })
    expect(waits).toEqual([])
  })

  it('that redirects is not followed, to protect the secret', async () => {
    const { options, requests } = scripted(
      new Response(null, { status: 302, headers: { Location: 'http://evil.test' } }),
    )
    await expect(createClient({ ...options, retry }).health()).rejects.toThrow(
      /redirects to another address: set baseUrl/,
    )
    expect(requests[0]!.redirect).toBe('manual')
  })

  it('that is not a Signalbox fails with a clear error', async () => {
    const { options } = scripted(new Response('<html>', { headers: { 'Content-Type': 'text/html' } }))
    await expect(createClient({ ...options, retry }).health()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('sent an invalid response'),
      cause: expect.any(SyntaxError),
    })
  })

  it('that is busy returns when to retry', async () => {
    const { options } = scripted(failing(429, 'TOO_MANY_REQUESTS', { 'Retry-After': '7' }))
    await expect(createClient({ ...options, retry }).health()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: 'It is TOO_MANY_REQUESTS',
      retryAfter: 7,
    })
  })
})

describe('a call', () => {
  it('that is aborted rejects with the reason, and its request is aborted', async () => {
    const leaving = new AbortController()
    const { options, requests } = scripted(silent)
    const call = createClient(options).health({}, { signal: leaving.signal })
    const reason = new Error('The page is gone')
    leaving.abort(reason)
    await expect(call).rejects.toBe(reason)
    expect(requests[0]!.signal.aborted).toBe(true)
  })

  it('that was aborted before is not made', async () => {
    const { options } = scripted(silent)
    const call = createClient(options).health({}, { signal: AbortSignal.abort('no more') })
    await expect(call).rejects.toBe('no more')
  })

  const endless: unknown[] = []
  endless.push(endless)

  it.each<[what: string, value: unknown, says: string]>([
    ['a number', [Number.NaN], 'NaN'],
    ['an integer', [1n], 'BigInt'],
    ['a list', endless, 'circular'],
  ])('with %s, which JSON does not have, is rejected before a request', async (_, value, says) => {
    const { options, requests } = scripted()
    const call = createClient(options).configs.create({ body: { id: 'a', value } })
    await expect(call).rejects.toMatchObject({ code: 'INVALID', message: expect.stringContaining(says) })
    expect(requests).toEqual([])
  })

  it.each(['streamed', 'gathered'] as const)('fails as the source of its upload does, %s', async (uploads) => {
    const reading = async (request: Request) => json({ success: await request.text() })
    const broken = new Error('The file is gone')
    async function* records() {
      yield { id: 'a', value: 1 }
      throw broken
    }
    const { options } = scripted(reading)
    await expect(createClient({ ...options, uploads }).configs.import({ body: records() })).rejects.toBe(broken)
  })

  it('buffers an upload where streams cannot be sent', async () => {
    const { options, requests } = scripted(json({ success: 2 }))
    await createClient({ ...options, uploads: 'gathered' }).configs.import({ strategy: 'Keep', body: [1, 2] as never })
    const [request] = requests
    expect(request!.url).toBe('http://flags.test/api/configs.ndjson?strategy=Keep')
    expect(request!.headers.get('Content-Type')).toBe('application/nd-json')
    expect(await request!.text()).toBe('1\n2\n')
  })
})
