import { expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer, type ServerOptions } from './create-server.ts'

const gatewayDocResourcesAccessKey = 'key of the descriptions'

async function statusOf(path: string, options: ServerOptions, headers: Record<string, string> = {}) {
  const server = await createServer({ port: 0, ...known, ...options })
  onTestFinished(() => server.close())
  return (await fetch(server.url + path, { headers })).status
}

it.each<[what: string, options: ServerOptions, headers: Record<string, string>, status: number]>([
  ['open', {}, {}, 200],
  ['refused without the key that is set', { gatewayDocResourcesAccessKey }, {}, 401],
  ['open in development', { gatewayDocResourcesAccessKey, mode: 'development' }, {}, 200],
  [
    'opened by the key',
    { gatewayDocResourcesAccessKey },
    { Authorization: `Basic ${btoa(`doc:${gatewayDocResourcesAccessKey}`)}` },
    200,
  ],
])('the page of the API is %s', async (_, options, headers, status) => {
  expect(await statusOf('/apis/openapi/ui', options, headers)).toBe(status)
})

it('an API key does not admit to descriptions', async () => {
  const headers = { Authorization: `Basic ${btoa(`${known.clientId}:${known.clientSecret}`)}` }
  expect(await statusOf('/apis/openapi.json', { gatewayDocResourcesAccessKey }, headers)).toBe(401)
})
