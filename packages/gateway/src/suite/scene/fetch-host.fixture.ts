import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Gateway } from '../../gateway.ts'
import type { Opened } from '../proxy-subject.fixture.ts'

/** Lets `gateway.fetch` listen, on a host that makes a `Request` of what Node has parsed. */
export async function openFetch(gateway: Gateway): Promise<Opened> {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: (request, { incoming }) => gateway.fetch(request, { address: incoming.socket.remoteAddress }),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
