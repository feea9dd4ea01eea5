import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { gatewayTo } from '../suite/scene/open-gateway.fixture.ts'
import { listen } from './listen.ts'

const LENGTH = 16 * 1024 * 1024

/** A gateway that responds with much in one piece, and a client that asks for it. */
async function setUp(stalledMs: number) {
  const body = 'a'.repeat(LENGTH)
  const slots = [{ plugin: 'cp:gateway.next.plugins.StaticResponse', config: { body } }]
  const { gateway, until } = gatewayTo({ port: 9, slots })
  const { port, close } = await listen(gateway, { host: '127.0.0.1', stalledMs })
  onTestFinished(() => close({ drainMs: 0 }))
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n')
  return { socket, until }
}

it('a client that does not take the last bytes of a response is cut off', async () => {
  const { socket, until } = await setUp(150)
  socket.pause()
  expect((await until(1))[0]).toMatchObject({ status: 499, cause: 'errors.client.closed' })
  socket.destroy()
})

it('a client that takes them slowly gets all of them', async () => {
  const { socket, until } = await setUp(2000)
  let received = 0
  socket.on('data', (bytes) => {
    received += bytes.length
    if (received > LENGTH) return
    socket.pause()
    setTimeout(() => socket.resume(), 1)
  })
  expect((await until(1))[0]).toMatchObject({ status: 200, bytesOut: LENGTH })
  socket.destroy()
})
