import { createServer as createHttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'
import { openDataPlane } from '../serve/open-data-plane.ts'
import { checkSettings } from '../settings/read-settings.ts'

/** The port of a server with a control plane and a gateway. */
async function ofServer(): Promise<string> {
  const server = await createServer({ port: 0, ...known, gateway: true, gatewayPort: 0, adminPort: 0 })
  onTestFinished(() => server.close())
  return server.adminUrl as string
}

/** The port of a data plane without its control plane. */
async function ofDataPlane(): Promise<string> {
  const settings = {
    adminPort: 0,
    gatewayPort: 0,
    gatewayFrom: 'http://127.0.0.1:1',
    gatewayKey: 'sbxg_test',
    gatewayLog: 'off',
  }
  const plane = await openDataPlane(checkSettings({ ...settings, gatewayWorkers: 1 }), {
    report: () => {},
    announce: () => {},
  })
  onTestFinished(() => plane.close())
  return plane.adminUrl as string
}

/** The status of a call and its body. Headers are sent as they are. */
const call = (url: string, headers: readonly string[], method = 'GET') =>
  new Promise<readonly [number | undefined, string]>((resolve, reject) => {
    const { host, hostname, port, pathname, search } = new URL(url)
    const all = ['Host', host, ...headers]
    const outgoing = request({ hostname, port, path: pathname + search, method, headers: all as never }, (incoming) => {
      let body = ''
      incoming.setEncoding('utf8').on('data', (text) => {
        body += text
      })
      incoming.on('end', () => resolve([incoming.statusCode, body]))
    })
    outgoing.on('error', reject).end()
  })

const proxied = [
  ['Via', '1.1 gateway'],
  ['VIA', ''],
  ['via', '1.1 a', 'Via', '1.1 b'],
  ['Forwarded', 'for=192.0.2.1'],
  ['forwarded', ''],
  ['X-Forwarded-For', '127.0.0.1'],
  ['x-forwarded-proto', 'http'],
  ['X-FORWARDED-HOST', 'localhost'],
  ['X-Forwarded-Client-Cert', 'x'],
  ['X-Forwarded', 'for=1'],
  ['X-Forwarded-', ''],
]
const paths = ['/metrics', '/explain/1', '/captures?api=a', '/tail?api=a', '/unknown', '//metrics', '/METRICS']

describe.each([
  ['a server', ofServer],
  ['a data plane', ofDataPlane],
])('the port for operators of %s', (_, open) => {
  it('refuses what came through a proxy', async () => {
    const url = await open()
    for (const headers of proxied) {
      for (const path of paths) {
        const [status, body] = await call(url + path, headers)
        expect([path, headers, status]).toEqual([path, headers, 403])
        expect(body).toContain(
          'call it directly, or let a proxy that you trust remove Via, Forwarded and X-Forwarded-*',
        )
      }
      expect((await call(`${url}/explain`, headers, 'POST'))[0]).toBe(403)
    }
  })

  it('answers probes all the same, and everything without a proxy', async () => {
    const url = await open()
    for (const headers of [[], ...proxied]) {
      expect((await call(`${url}/live`, headers))[0]).toBe(200)
      expect((await call(`${url}/startup`, headers))[0]).toBe(200)
      expect([200, 503]).toContain((await call(`${url}/ready`, headers))[0])
    }
    expect((await call(`${url}/metrics`, ['X-Request-Id', '1', 'Via-Nothing', 'x']))[0]).toBe(200)
  })
})

it('webhooks and workflows that may call private addresses do not call the port for operators', async () => {
  const http = createHttpServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1')
  await new Promise((resolve) => http.once('listening', resolve))
  onTestFinished(() => void http.close())
  const { port: other } = http.address() as AddressInfo
  const probe = createHttpServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port: adminPort } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  const hosts = ['127.0.0.1', 'localhost', '127.1', '[::ffff:127.0.0.1]', '127.9.9.9', '0.0.0.0', '[::]', '0x0']
  const urls = hosts.map((host) => `http://${host}:${adminPort}`)
  const server = await createServer({
    ...{ port: 0, ...known, adminPort, webhookPrivate: true, workflowPrivate: true },
    scriptOrigins: [...urls, `http://127.0.0.1:${other}`].map((url) => new URL(url).origin),
  })
  onTestFinished(() => server.close())
  const { box } = server
  const run = (url: string) => {
    const steps = [{ kind: 'call', function: 'core.http_client', args: { url } }]
    return box.workflows.test({ body: { config: { kind: 'workflow', steps } } })
  }
  expect(await run(`http://127.0.0.1:${other}/`)).toMatchObject({ result: { status: 200 } })
  for (const [i, url] of urls.entries()) {
    await expect(run(`${url}/metrics`)).rejects.toThrow('is not called')
    const saved = box.webhooks.create({ body: { clientId: `h${i}`, callbackUrl: `${url}/explain` } })
    const outcome = await saved.then(
      () => box.webhooks.test({ id: `h${i}` }).then(({ error = '' }) => error),
      (error) => String(error.message),
    )
    expect(outcome).toMatch(/is not called|stands for all addresses/)
  }
})
