import { createSignalbox } from '@signalbox/core'
import { proxyStatus } from '@signalbox/core/gateway'
import { toHono } from '@signalbox/hono'
import { describe, expect, it } from 'vitest'
import { createClient } from './index.ts'

const { fetch } = toHono(createSignalbox(), { access: 'open' })
const base = 'https://flags.example'

/** The failure of a call at an address. */
async function failureAt(baseUrl: string, answer: (request: Request) => Response | Promise<Response> = fetch) {
  const client = createClient({ baseUrl, fetch: answer, retry: { limit: 0 } })
  return client.features.get({ id: 'a' }).catch((error: unknown) => error)
}

describe('a wrong baseUrl is named', () => {
  it.each([`${base}/api`, `${base}/api/`, `${base}/x/api`])('if it ends in /api: %s', async (baseUrl) => {
    for (const answer of [fetch, () => new Response('<h1>Not Found</h1>', { status: 404 })])
      expect(await failureAt(baseUrl, answer)).toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringMatching(/^baseUrl must not end in \/api: pass https:\/\/flags\.example(\/x)? \(/),
      })
  })

  it('if it is that of a gateway', async () => {
    const headers = { 'Proxy-Status': proxyStatus('errors.service.not.found') }
    const body = JSON.stringify({ 'gateway-error': 'There is no service at this address' })
    expect(await failureAt(base, () => new Response(body, { status: 404, headers }))).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('https://flags.example is a Signalbox gateway, not its API: set baseUrl to'),
    })
  })

  it.each([
    [404, '<h1>Not Found</h1>'],
    [404, '{"error":"none"}'],
    [405, ''],
  ])('if it is that of any other server: %d %s', async (status, body) => {
    expect(await failureAt(base, () => new Response(body, { status }))).toMatchObject({
      message: expect.stringContaining(
        'The server at https://flags.example does not have this API: check that baseUrl',
      ),
    })
  })

  it('but a record that does not exist is just that, and so is a backend that cannot be reached', async () => {
    expect(await failureAt(base)).toMatchObject({ code: 'NOT_FOUND', message: 'feature a does not exist' })
    const headers = { 'Proxy-Status': proxyStatus('errors.backend.unreachable') }
    expect(await failureAt(base, () => new Response('', { status: 502, headers }))).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The service responded with status 502',
    })
  })

  it('and an API that a host has below /api is called there', async () => {
    const mounted = (request: Request) => {
      const url = new URL(request.url)
      return fetch(new Request(new URL(url.pathname.replace(/^\/api/, ''), url), request))
    }
    expect(await failureAt(`${base}/api`, mounted)).toMatchObject({ message: 'feature a does not exist' })
  })
})
