import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { listen } from './listen.ts'

const LENGTH = 16 * 1024 * 1024

/** A gateway that responds with much in one piece, and a client that asks for it. */
async function setUp(stalledMs: number) {
  const body = 'a'.repeat(LENGTH)
  const slots = [{ plugin: 'cp:gateway.next.plugins.StaticResponse', config: { body } }]
  const { gateway, ended } = gatewayTo({ port: 9, slots })
  const { port, close } = await listen(gateway, { host: '127.0.0.1', stalledMs })
  onTestFinished(() => close({ drainMs: 0 }))
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  // Ports are used again: a client of another process may still ask at this one.
  const end = () => ended.find(({ status }) => status !== 404)
  return { socket, end }
}

it('a client that does not take the last bytes of a response is cut off', async () => {
  const { socket, end } = await setUp(150)
  socket.pause()
  await expect.poll(end).toMatchObject({ status: 499, cause: 'errors.client.closed' })
  socket.destroy()
})

it('a client that takes them slowly gets all of them', async () => {
  const { socket, end } = await setUp(2000)
  let received = 0
  socket.on('data', (bytes) => {
    received += bytes.length
    if (received > LENGTH) return
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
  await expect.poll(end).toMatchObject({ status: 200, bytesOut: LENGTH })
  socket.destroy()
})
