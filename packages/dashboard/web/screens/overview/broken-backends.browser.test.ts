import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { certificateFor } from '../../../../server/src/fixtures/certificates.fixture.ts'
import { axe, open } from '../../browser.fixture.ts'
import { gatewayService } from '../../gateway.fixture.ts'

interface Target {
  readonly hostname: string
  readonly port: number
  readonly ip_address?: string
  readonly tls?: boolean
  readonly tls_config?: { ca: string[] }
}

/** A server that can be broken and repaired. */
interface Breakable {
  readonly target: Target
  /** What the gateway says about the broken server. */
  readonly says: RegExp
  break(): void
  repair(): void
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const fine: Answer = (_, response) => response.end('ok')

async function listening(server: Server | ReturnType<typeof createServer>, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** A server that responds in another way while it is broken. */
async function answering(broken: Answer, says: RegExp): Promise<Breakable> {
  let answer = fine
  const port = await listening(createServer((request, response) => answer(request, response)))
  return {
    ...{ target: { hostname: '127.0.0.1', port }, says },
    break: () => (answer = broken),
    repair: () => (answer = fine),
  }
}

/** A server that is away while it is broken. */
async function leaving(): Promise<Breakable> {
  const server = createServer(fine)
  const port = await listening(server)
  return {
    ...{ target: { hostname: '127.0.0.1', port }, says: /connection refused/ },
    break() {
      server.close()
      server.closeAllConnections()
    },
    repair: () => void server.listen(port, '127.0.0.1'),
  }
}

/** A server that has the certificate of another host while it is broken. */
async function lying(): Promise<Breakable> {
  const authority = certificateFor('Test CA')
  const [own, other] = ['backend.test', 'other.test'].map((host) => certificateFor(host, authority))
  const server = createTlsServer({ cert: own!.cert, key: own!.key }, fine)
  const port = await listening(server)
  const show = ({ cert, key }: { readonly cert: string; readonly key: string }) => {
    server.setSecureContext({ cert, key })
    server.closeAllConnections()
  }
  return {
    target: {
      ...{ hostname: 'backend.test', ip_address: '127.0.0.1', port, tls: true },
      tls_config: { ca: [authority.cert] },
    },
    says: /the certificate of the server is for other\.test, not for backend\.test/,
    break: () => show(other!),
    repair: () => show(own!),
  }
}

it('targets that break are seen on the overview within ten seconds, with the reason, until they recover', async () => {
  const ways = {
    gone: await leaving(),
    slow: await answering(() => {}, /no response within 300 milliseconds/),
    lying: await lying(),
    failing: await answering((_, response) => response.writeHead(500).end(), /status 500/),
  }
  const names = Object.keys(ways) as (keyof typeof ways)[]
  const { url, gatewayUrl, admin, box, backendPort } = await gatewayService()
  const health_check = { enabled: true, url: '/', interval: 500, timeout: 300, unhealthyAfter: 2, healthyAfter: 1 }
  await box.apis.create({
    body: {
      ...{ id: 'shop', name: 'Shop', context_path: '/shop' },
      backends: names.map((id) => ({
        id,
        backend: {
          targets: [
            { id: `${id}-server`, ...ways[id].target },
            { id: 'spare', hostname: '127.0.0.1', port: backendPort },
          ],
          health_check,
        },
      })),
      routes: names.map((id) => ({ id, backend: id, frontend: { paths: [`/${id}`] } })),
    },
  })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  const page = await open(url, { as: admin })
  const needs = page.getByRole('region', { name: 'Needs attention' })
  await needs.getByText('Nothing needs attention.').waitFor()
  for (const id of names) expect([id, (await fetch(`${gatewayUrl}/shop/${id}`)).status]).toEqual([id, 200])

  for (const way of Object.values(ways)) way.break()
  const explain = await open(`${url}/gateway/routes/explain`, { beside: page })
  const lines = needs.getByRole('listitem').filter({ hasText: 'gets no requests' })
  await expect.poll(() => lines.count(), { timeout: 10_000 }).toBe(4)
  for (const id of names) {
    const line = lines.filter({
      hasText: `The target ${id}-server of the backend ${id} of the API shop gets no requests`,
    })
    expect(await line.textContent()).toMatch(ways[id].says)
    await explain.getByLabel('URL').fill(`${gatewayUrl}/shop/${id}`)
    await explain.getByLabel('URL').press('Enter')
    const target = explain.getByRole('row').filter({ hasText: `${id}-server` })
    expect(await target.textContent()).toMatch(ways[id].says)
    expect((await fetch(`${gatewayUrl}/shop/${id}`)).status).toBe(200)
  }
  await axe(page)

  for (const way of Object.values(ways)) way.repair()
  await needs.getByText('Nothing needs attention.').waitFor({ timeout: 15_000 })
  expect(await lines.count()).toBe(0)
})
