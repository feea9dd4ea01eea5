import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { consumer } from '../../consumers/units.fixture.ts'
import { startBackend } from '../../suite/scene/backend.fixture.ts'
import { type GatewaySettings, gatewayTo } from '../../suite/scene/open-gateway.fixture.ts'
import { reader } from '../../suite/scene/raw-http.fixture.ts'
import { handshake, startSwitchingBackend, switching } from '../../suite/scene/websocket.fixture.ts'
import { listen } from '../listen.ts'

const slot = (name: string, config: object = {}) => ({ plugin: `cp:gateway.next.plugins.${name}`, config })

/** A gateway in front of a backend that opens WebSockets and echoes their bytes. */
async function setUp(
  slots: readonly object[],
  further: Record<string, number> = {},
  more: Partial<GatewaySettings> = {},
) {
  const backend = await startSwitchingBackend(({ socket, head }) => {
    socket.write(switching(head))
    socket.pipe(socket)
  })
  const { gateway, until } = gatewayTo({ port: backend.port, slots, further, ...more })
  const { port, close } = await listen(gateway, { host: '127.0.0.1' })
  onTestFinished(() => close({ drainMs: 0 }).then(backend.close))
  const open = async (more = '') => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const client = reader(socket)
    socket.write(handshake({ more }))
    const head = await client.until((text) => text.includes('\r\n\r\n'))
    return { ...client, socket, status: Number(head.split(' ')[1]) }
  }
  return { open, ended: until, heads: backend.heads }
}

it('a WebSocket has its place in a concurrency limit until it is closed', async () => {
  const { open, ended } = await setUp([slot('ConcurrencyLimit', { max: 1 })])
  const first = await open()
  expect([first.status, (await open()).status]).toEqual([101, 503])
  first.socket.destroy()
  await ended(2)
  expect((await open()).status).toBe(101)
})

it('the backend of a WebSocket learns of the gateway by Via, whatever plugins remove', async () => {
  const names = ['Via', 'Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Forwarded-Host']
  const { open, heads } = await setUp(
    [slot('RemoveHeadersIn', { header_names: names })],
    {},
    { options: { name: 'edge' } },
  )
  expect((await open()).status).toBe(101)
  expect(heads[0]?.match(/^(via|x-forwarded).*/gim)).toEqual(['Via: 1.1 edge'])
})

it('plugins for bodies leave WebSockets alone', async () => {
  const next = await startBackend()
  onTestFinished(next.close)
  const names = ['ResponseCache', 'Compression', 'ResponseBodySizeLimit'] as const
  const configs = [{ public: true }, { threshold: 0 }, { max_bytes: 1 }]
  const slots = [...names.map((name, i) => slot(name, configs[i])), slot('TrafficMirror', { backend: 'next' })]
  const { open } = await setUp(slots, { next: next.port })
  for (let i = 0; i < 2; i++) {
    const { status, socket, until } = await open()
    expect(status).toBe(101)
    socket.write('a frame that is longer than a byte')
    await until((text) => text.endsWith('longer than a byte'))
  }
  expect(next.seen).toEqual([])
})

it('a WebSocket is opened for the holder of a key, whose identity nobody else can claim', async () => {
  const plans = [{ id: 'gold', status: 'published', access_mode_configuration_type: 'apikey' }]
  const { open, heads } = await setUp([], {}, { plans, consumers: consumer() })
  const forged = 'Gateway-Consumer-Id: forged\r\nGateway-Client-Id: forged\r\n'
  const basic = (text: string) => `Authorization: Basic ${Buffer.from(text).toString('base64')}\r\n`
  expect([(await open(forged)).status, (await open(basic('key-1:wrong'))).status]).toEqual([401, 401])
  expect((await open(forged + basic('key-1:secret-1'))).status).toBe(101)
  expect(heads).toHaveLength(1)
  expect(heads[0]?.match(/^(gateway|authorization).*/gim)?.sort()).toEqual([
    ...['Gateway-Client-Id: key-1', 'Gateway-Consumer-Id: acme'],
    ...['Gateway-Plan-Id: gold', 'Gateway-Subscription-Id: of-key-1'],
  ])
})
