import { onTestFinished } from 'vitest'
import { apiTo, startBackend } from '../backend.fixture.ts'
import { createServer } from '../create-server.ts'
import { call, known } from '../known.fixture.ts'

const plugin = 'cp:gateway.next.plugins.RateLimit'
const limit = (observe: boolean) => ({
  plugins: { slots: [{ plugin, config: { rate: 1, window: 60, burst: 0, observe } }] },
})

/** The metrics of a server with a gateway, as Prometheus reads them, after everything that is counted has happened. */
export async function servedMetrics(): Promise<string> {
  const server = await createServer({ port: 0, ...known, gateway: true, adminPort: 0 })
  onTestFinished(() => server.close())
  await useGateway(server)
  return (await fetch(`${server.adminUrl}/metrics`)).text()
}

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
