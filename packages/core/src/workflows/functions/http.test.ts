import { describe, expect, it } from 'vitest'
import type { Fetch, SignalboxOptions } from '../../index.ts'
import { testBox, testTime } from '../../machine/callers/access.fixture.ts'

const url = 'https://stock.example.com/items?api_key=hidden-in-query'

/** Runs one call and returns its output and the journal. */
async function call(fetch: Fetch | undefined, args: object, options: SignalboxOptions = {}) {
  const box = testBox({ ...options, workflows: { ...(fetch && { fetch }), ...options.workflows } })
  const config = { kind: 'workflow', steps: [{ kind: 'call', function: 'core.http_client', args: { url, ...args } }] }
  return box.workflows.test({ body: { config } })
}

const answering =
  (body: BodyInit | null, init: ResponseInit = {}): Fetch =>
  async () =>
    new Response(body, init)

const failing = (sentence: string, code = 'UNAVAILABLE') => ({ code, message: expect.stringContaining(sentence) })

describe('an HTTP call of a workflow', () => {
  it('sends values as JSON and texts unchanged', async () => {
    const sent: [string, RequestInit][] = []
    const fetch: Fetch = async (url, init) => {
      sent.push([url, init])
      return new Response(null, { status: 204 })
    }
    const headers = { 'X-Trace': 'one' }
    await call(fetch, { method: 'POST', headers, body: { items: [1] } })
    await call(fetch, { method: 'PUT', body: 'plain' })
    const plain = await call(fetch, {})
    expect(plain.result).toEqual({ status: 204, headers: {}, body: null })
    const seen = sent.map(([, { method, body, headers }]) => [
      method,
      body,
      Object.fromEntries(headers as unknown as Iterable<[string, string]>),
    ])
    expect(seen).toEqual([
      ['POST', '{"items":[1]}', { 'content-type': 'application/json', 'x-trace': 'one' }],
      ['PUT', 'plain', { 'content-type': 'text/plain;charset=utf-8' }],
      ['GET', undefined, {}],
    ])
    expect(sent.map(([url, { redirect }]) => [url, redirect])).toEqual(Array(3).fill([url, 'manual']))
  })

  it.each([
    ['application/json', '{"a":[1]}', { a: [1] }],
    ['application/problem+json; charset=utf-8', '[]', []],
    ['text/plain', '{"a":1}', '{"a":1}'],
    ['text/html', 'é', 'é'],
  ])('reads %s: %s', async (type, text, body) => {
    const { result } = await call(answering(text, { status: 418, headers: { 'content-type': type } }), {})
    expect(result).toEqual({ status: 418, headers: { 'content-type': type }, body })
  })

  it('returns all values of a header, including cookies', async () => {
    const headers: [string, string][] = [
      ['Set-Cookie', 'a=1; Path=/'],
      ['Set-Cookie', 'b=2'],
      ['Vary', 'Accept'],
      ['Vary', 'Origin'],
    ]
    const { result } = await call(answering(null, { headers }), {})
    expect(result).toMatchObject({ headers: { 'set-cookie': 'a=1; Path=/, b=2', vary: 'Accept, Origin' } })
  })

  it('fails for invalid JSON, for an endless response, and on request for a status', async () => {
    const headers = { 'content-type': 'application/json' }
    const chunk = new Uint8Array(64 * 1024)
    const endless = new ReadableStream({ pull: (to) => to.enqueue(chunk) })
    await expect(call(answering('{', { headers }), {})).rejects.toMatchObject(failing('not the JSON'))
    for (const body of ['['.repeat(300) + ']'.repeat(300), '1e999'])
      await expect(call(answering(body, { headers }), {})).rejects.toMatchObject(failing('deeper than 200 levels or'))
    await expect(call(answering(endless), {})).rejects.toMatchObject(failing('more than 1048576 bytes'))
    await expect(call(answering('', { status: 503 }), { must_succeed: true })).rejects.toMatchObject({
      ...failing('responded with status 503'),
      errors: [{ message: 'error.workflow.http', args: ['503'] }],
    })
  })

  it('times out', async () => {
    const { clock, wait, advance, waiting } = testTime()
    let isGivenUp = false
    const silent: Fetch = (_, { signal }) => {
      signal?.addEventListener('abort', () => {
        isGivenUp = true
      })
      return new Promise(() => {})
    }
    const answer = call(silent, { timeout: 100 }, { clock, wait })
    const refused = expect(answer).rejects.toMatchObject(failing('no response within 100 ms'))
    await expect.poll(waiting).toBeGreaterThan(0)
    advance(100)
    await refused
    expect(isGivenUp).toBe(true)
  })

  it('requires absolute URLs without credentials, valid headers, and no body for GET', async () => {
    const fetch = answering('')
    for (const wrong of ['/items', 'file:///etc/passwd', 'https://ann:secret@stock.example.com'])
      await expect(call(fetch, { url: wrong })).rejects.toMatchObject(failing('url of core.http_client', 'INVALID'))
    await expect(call(fetch, { headers: { 'a b': 'c' } })).rejects.toMatchObject(
      failing('invalid name or value', 'INVALID'),
    )
    for (const name of ['Host', 'content-length', 'Transfer-Encoding'])
      await expect(call(fetch, { headers: { [name]: '1' } })).rejects.toMatchObject(
        failing(`header ${name}, which belongs`, 'INVALID'),
      )
    await expect(call(fetch, { timeout: 2 ** 31 })).rejects.toMatchObject({ code: 'INVALID' })
    await expect(call(fetch, { body: 1 })).rejects.toMatchObject(failing('cannot send a body with', 'INVALID'))
  })

  it('fails with advice if no fetch is configured', async () => {
    await expect(call(undefined, {})).rejects.toMatchObject(failing('pass fetch in the option workflows'))
  })

  it('masks secrets of requests and responses in the journal', async () => {
    const type = { 'content-type': 'application/json' }
    const location = 'https://elsewhere.example.com/back?state=seen&access_token=hidden-in-address'
    const body = { access_token: 'hidden-in-body', expires_in: 60, user: { clientSecret: ['hidden'], author: 'seen' } }
    const headers = { ...type, 'set-cookie': 'session=hidden-in-cookie', location }
    const { journal, result } = await call(answering(JSON.stringify(body), { headers }), {
      method: 'POST',
      body: { password: 'hidden-in-call' },
    })
    expect(JSON.stringify(journal)).not.toContain('hidden')
    expect(JSON.stringify(journal).match(/seen/g)).toHaveLength(4)
    expect(result).toMatchObject({ body, headers: { location } })
    const form = 'grant_type=client_credentials&client_secret=hidden-in-form'
    const sent = await call(answering('ok'), { method: 'POST', body: form })
    expect(JSON.stringify(sent)).toContain('grant_type=client_credentials&client_secret=********')
  })

  it('masks secrets of headers and URLs in the journal and in failures', async () => {
    const names = ['Authorization', 'Cookie', 'X-Api-Key', 'Service-Client-Secret', 'X-Access-Token', 'apikey']
    const headers = Object.fromEntries(names.map((name) => [name, `hidden-in-${name}`]))
    const shown = await call(answering('ok'), { headers: { ...headers, 'X-Trace': 'seen' } })
    expect(JSON.stringify(shown)).not.toContain('hidden')
    expect(JSON.stringify(shown)).toContain('seen')
    const broken: Fetch = async () => {
      throw new TypeError(`fetch failed for ${url} with ${headers.Cookie}`)
    }
    const failure: unknown = await call(broken, { headers }).catch((error) => error)
    const { message, members } = failure as { message: string; members: object }
    expect(message + JSON.stringify(members)).toContain('GET https://stock.example.com/items failed')
    expect(message + JSON.stringify(members)).not.toContain('hidden')
  })

  it('masks sent secrets everywhere in the journal', async () => {
    const steps = [
      { kind: 'assign', values: [{ name: 'innocent', value: 'hidden-token' }] },
      {
        kind: 'call',
        function: 'core.http_client',
        args: {
          url: `${url}?key=hidden-in-address`,
          headers: { Authorization: 'Bearer ${innocent}', Cookie: 'session=hidden-session; theme=dark' },
        },
      },
      { kind: 'value', value: ['${innocent}', 'hidden-in-address', 'hidden-session', 'seen'] },
    ]
    const box = testBox({ workflows: { fetch: answering('ok') } })
    const { journal, result } = await box.workflows.test({ body: { config: { kind: 'workflow', steps } } })
    expect(result).toContain('hidden-token')
    expect(JSON.stringify(journal)).not.toContain('hidden')
    expect(JSON.stringify(journal)).toContain('seen')
    await box.close()
  })
})
