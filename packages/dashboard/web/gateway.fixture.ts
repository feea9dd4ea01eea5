import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type Service, startService } from './service.fixture.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const echo: Answer = ({ method, url }, response) => response.end(`${method} ${url}`)

/** Starts a backend for one test. Returns its port. */
export async function startBackend(answer: Answer = echo): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** A backend of an API: one target on this machine. */
export const backendAt = (id: string, port: number, settings: object = {}) => ({
  id,
  backend: { targets: [{ hostname: '127.0.0.1', port }], ...settings },
})

/** A plan whose consumers send an API key. */
export const apikeyPlan = (id: string, more: object = {}) => ({
  ...{ id, name: id, status: 'published' as const },
  ...{ access_mode_configuration_type: 'apikey' as const, access_mode_configuration: {} },
  ...more,
})

/** A service with a gateway, and a backend that answers with the method and the path that it got. */
export interface GatewayService extends Service {
  readonly backendPort: number
}

/**
 * Starts a service with a gateway. It has the published API `billing` at `/billing` with the routes `invoices` and
 * `refunds`, a stored backend `orders`, and the plans `open` (keyless, in staging) and `free` (API keys), to which
 * `acme-billing` subscribes.
 */
export async function gatewayService(options: Parameters<typeof startService>[0] = {}): Promise<GatewayService> {
  const backendPort = await startBackend()
  const service = await startService({ gateway: true, ...options })
  const { apis, backends, subscriptions } = service.box
  await backends.create({ body: { ...backendAt('orders', backendPort), name: 'Orders' } })
  await apis.create({
    body: {
      ...{ id: 'billing', name: 'Billing', description: 'Invoices and refunds.', context_path: '/billing' },
      backends: [backendAt('main', backendPort)],
      routes: [
        { id: 'invoices', name: 'Invoices', backend: 'main', frontend: { paths: ['/invoices'], methods: ['GET'] } },
        { id: 'refunds', name: 'Refunds', backend: 'orders', frontend: { paths: ['/refunds'] } },
      ],
      documentation: {
        plans: [
          { id: 'open', name: 'Open', status: 'staging', access_mode_configuration_type: 'keyless' },
          apikeyPlan('free', { name: 'Free' }),
        ],
      },
    },
  })
  await apis.deployments.create({ id: 'billing', body: { version: '1.0.0' } })
  await subscriptions.create({
    body: { id: 'acme-billing', name: 'Acme', api_ref: 'billing', plan_ref: 'free', owner_ref: 'acme' },
  })
  return { ...service, backendPort }
}
