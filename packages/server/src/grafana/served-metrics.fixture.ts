import { expect, onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { startReceiver } from '../fixtures/receiver.fixture.ts'
import { createServer } from '../serve/create-server.ts'

const plugin = 'cp:gateway.next.plugins.RateLimit'
const limit = (observe: boolean) => ({
  plugins: { slots: [{ plugin, config: { rate: 1, window: 60, burst: 0, observe } }] },
})

/** The metrics of a server with a gateway, as Prometheus reads them, after everything that is counted has happened. */
export async function servedMetrics(): Promise<string> {
  const server = await createServer({ port: 0, ...known, gateway: true, adminPort: 0, webhookPrivate: true })
  onTestFinished(() => server.close())
  server.box.duties.begin('snapshots').done({ bytes: 1 })
  await useGateway(server)
  await useFlags(server)
  return (await fetch(`${server.adminUrl}/metrics`)).text()
}

const json = { 'Content-Type': 'application/json' }

type Server = Awaited<ReturnType<typeof createServer>>

async function useGateway({ box, url, gatewayUrl }: Server): Promise<void> {
  const api = apiTo(await startBackend(), {
    flows: [
      { id: 'limited', ...limit(false) },
      { id: 'observed', ...limit(true) },
    ],
    routes: ['limited', 'observed'].map((id) => ({
      ...{ id, name: id, backend: 'main', flow_ref: id, frontend: { paths: [`/${id}`] } },
    })),
  })
  await box.apis.create({ body: api })
  await box.apis.deployments.create({ id: api.id, body: {} })
  await call(`${url}/api/features`)
  for (const route of ['limited', 'observed'])
    for (let i = 0; i < 3; i++) await (await fetch(`${gatewayUrl}/shop/${route}`)).text()
}

async function useFlags({ box, url }: Server): Promise<void> {
  const receiver = await startReceiver((_, response) => void response.writeHead(204).end())
  await box.webhooks.create({ body: { clientId: 'ci', callbackUrl: receiver.url } })
  const script = 'function enabled(context, enabled) { enabled() }'
  await box.features.create({
    body: { id: 'scripted', enabled: true, activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script } },
  })
  const check = await call(`${url}/api/features/scripted/check`, { method: 'POST', body: '{}', headers: json })
  expect(await check.json()).toEqual({ active: true })
  const steps = [{ kind: 'call', function: 'core.store_set', args: { key: 'n', value: 1 } }]
  await box.workflows.create({ body: { id: 'count', config: { kind: 'workflow', steps } } })
  await box.workflows.run({ id: 'count', body: {} })
  await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(0)
}
