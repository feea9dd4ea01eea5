import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { exchangeRaw, reader } from '../suite/scene/raw-http.fixture.ts'
import { handshake, startSwitchingBackend, switching } from '../suite/scene/websocket.fixture.ts'
import { toNode } from './to-node.ts'

/** The port of a server that listens until the test ends. */
async function portOf(server: Server): Promise<number> {
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

async function startGateway() {
  const backend = await startBackend((request, response) => response.end(`hello ${request.url}`))
  onTestFinished(backend.close)
  return gatewayTo({ port: backend.port }).gateway
}

const ask = async (port: number, more = '') => {
  const raw = `POST /a HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 3\r\n${more}\r\nabc`
  const { responses } = await exchangeRaw(raw, { port, responses: 1 })
  return responses.map(({ status, body }) => `${status} ${body}`)
}

describe('toNode', () => {
  it('is a listener for the requests of a server', async () => {
    const port = await portOf(createServer(toNode(await startGateway())))
    expect(await ask(port)).toEqual(['200 hello /a'])
    expect(await ask(port, 'Expect: 100-continue\r\n')).toEqual(['100 ', '200 hello /a'])
  })

  it('has a listener for each event, itself among them', async () => {
    const gateway = await startGateway()
    const node = toNode(gateway)
    expect(Object.keys(node).sort()).toEqual(
      ['checkContinue', 'checkExpectation', 'clientError', 'connect', 'request', 'upgrade'].sort(),
    )
    const server = createServer()
    for (const [event, listener] of Object.entries(node)) server.on(event, listener)
    expect(await ask(await portOf(server))).toEqual(['200 hello /a'])
    expect(await ask(await portOf(createServer(toNode(gateway).request)))).toEqual(['200 hello /a'])
  })

  it('opens WebSockets with its member for upgrades', async () => {
    const backend = await startSwitchingBackend(({ socket, head }) => void socket.write(switching(head)))
    onTestFinished(backend.close)
    const node = toNode(gatewayTo({ port: backend.port }).gateway)
    const socket = connect(await portOf(createServer(node).on('upgrade', node.upgrade)), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(handshake())
    const { until, text } = reader(socket)
    await until((read) => read.includes('\r\n\r\n'))
    expect(text()).toMatch(/^HTTP\/1\.1 101 /)
  })
})
