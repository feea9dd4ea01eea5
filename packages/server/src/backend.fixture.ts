import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a backend for the duration of the test. Returns its port. */
export async function startBackend(
  answer: (request: IncomingMessage, response: ServerResponse) => void = ({ url }, response) => response.end(url),
): Promise<number> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** An API without plans, whose routes lead to a port of this machine. */
export const apiTo = (port: number, more: object = {}) => ({
  id: 'shop',
  name: 'Shop',
  context_path: '/shop',
  backends: [{ id: 'main', backend: { targets: [{ hostname: '127.0.0.1', port }] } }],
  routes: [{ id: 'all', name: 'All', backend: 'main', frontend: { paths: ['/'] } }],
  ...more,
})
