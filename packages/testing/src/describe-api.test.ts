import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createClient } from '@signalbox/client'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { createFlags } from '@signalbox/core/flags'
import { toHono } from '@signalbox/hono'
import { toNode } from '@signalbox/hono/node'
import type { ApiPorts, ApiSubject, FlagsSubject } from './api/api-test.ts'
import { describeApi, describeFlagsApi } from './describe-api.ts'
import { documentedFetch } from './documented-fetch.fixture.ts'

const held = (fetch: Parameters<typeof documentedFetch>[0], { report }: ApiPorts) =>
  documentedFetch(fetch, (sentence) => report?.(new Error(sentence)))

const mounted = (ports: ApiPorts) => {
  const box = createSignalbox(ports)
  return { box, app: toHono(box, { access: 'open', report: ports.report }) }
}

describeApi('in process', (ports): ApiSubject => {
  const box = createSignalbox(ports)
  return { api: box, close: box.close }
})

describeApi('over HTTP', (ports): ApiSubject => {
  const { box, app } = mounted(ports)
  return { api: createClient({ baseUrl: 'http://signalbox.test', fetch: held(app.fetch, ports) }), close: box.close }
})

const overSocket = (ports: ApiPorts): Promise<ApiSubject> => {
  const { box, app } = mounted(ports)
  return listening(createServer(getRequestListener(app.fetch)), box, ports)
}

/** By the door before the app, which answers without web objects. */
const overNode = (ports: ApiPorts): Promise<ApiSubject> => {
  const { box, app } = mounted(ports)
  const door = toNode(box, { access: 'open', report: ports.report })
  const listener = getRequestListener(app.fetch)
  const server = createServer((incoming, outgoing) => void (door(incoming, outgoing) || listener(incoming, outgoing)))
  return listening(server, box, ports)
}

async function listening(server: Server, box: Signalbox, ports: ApiPorts): Promise<ApiSubject> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    api: createClient({ baseUrl: `http://127.0.0.1:${port}`, fetch: held(fetch, ports) }),
    async close() {
      await box.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

// What the door decodes and encodes itself. It was written with the whole suite, which takes two minutes more.
describeApi('on Node.js', overNode, { only: ['etags', 'access', 'ofrep', 'service', 'scripts'] })

// What a connection can change: headers, streams, and bodies that come in pieces or break off.
describeApi('over a socket', overSocket, { only: ['etags', 'uploads', 'transfers', 'events', 'openApiImport'] })

/** The ports for flags, which do not hash passwords. */
const portsOfFlags = ({ passwords: _, ...ports }: ApiPorts) => ports

describeFlagsApi('in process', (ports): FlagsSubject => {
  const flags = createFlags(portsOfFlags(ports))
  return { api: flags, close: flags.close }
})

function overHttp(ports: ApiPorts): FlagsSubject {
  const flags = createFlags(portsOfFlags(ports))
  const { fetch } = toHono(flags, { access: 'open', report: ports.report })
  return { api: createClient({ baseUrl: 'http://signalbox.test', fetch: held(fetch, ports) }), close: flags.close }
}
// HTTP is tested above: this is about which operations are there.
describeFlagsApi('over HTTP', overHttp, { only: ['records', 'features', 'experiments', 'events'] })
