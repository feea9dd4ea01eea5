import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { gatewayTo } from '../../suite/scene/open-gateway.fixture.ts'
import { reader } from '../../suite/scene/raw-http.fixture.ts'
import { handshake, startSwitchingBackend, switching } from '../../suite/scene/websocket.fixture.ts'
import { listen } from '../listen.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** WebSockets that are cut off, of each kind: ten times as many with `SIGNALBOX_SOAK`. */
const WEBSOCKETS = process.env.SIGNALBOX_SOAK ? 10_000 : 1000
/** How many are open at the same time. */
const AT_ONCE = 100

/** Who leaves, and how. */
const kinds = {
  'the client resets': { side: 'client', leave: (socket: Socket) => void socket.resetAndDestroy() },
  'the client closes without a frame': { side: 'client', leave: (socket: Socket) => void socket.destroy() },
  'the backend resets': { side: 'backend', leave: (socket: Socket) => void socket.resetAndDestroy() },
  'the backend closes without a frame': { side: 'backend', leave: (socket: Socket) => void socket.destroy() },
} as const

it.each(Object.entries(kinds))(
  `${WEBSOCKETS} WebSockets, each cut off because %s, leave nothing behind`,
  async (_, { side, leave }) => {
    const backend = await startSwitchingBackend(({ socket, head }) => {
      socket.write(switching(head))
      socket.on('data', (bytes) => {
        socket.write(bytes)
        // The last byte of what the client sends.
        if (side === 'backend' && bytes.at(-1) === 0x21) leave(socket)
      })
    })
    const { gateway, ended, until } = gatewayTo({ port: backend.port })
    const { server, port, close } = await listen(gateway, { host: '127.0.0.1' })
    onTestFinished(async () => {
      await close({ drainMs: 0 })
      await backend.close()
    })

    const use = async () => {
      const socket = connect(port, '127.0.0.1')
      const { until } = reader(socket)
      socket.write(handshake())
      await until((text) => text.includes('\r\n\r\n'))
      socket.write('a'.repeat(5000))
      await until((text) => text.endsWith('a'.repeat(5000)))
      if (side === 'client') leave(socket)
      else socket.write('!')
      await until((_, isClosed) => isClosed)
    }
    const useMany = async (count: number) => {
      for (let left = count; left > 0; left -= AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, use))
    }
    const resources = () => process.getActiveResourcesInfo().filter((one) => one.startsWith('TCP')).length
    const settled = async () => {
      await expect.poll(() => backend.sockets.size).toBe(0)
      await expect.poll(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))).toBe(0)
      backend.heads.length = 0
      collect()
      return process.memoryUsage().heapUsed
    }

    await useMany(2 * AT_ONCE)
    await until(2 * AT_ONCE)
    ended.length = 0
    const before = await settled()
    const atFirst = resources()
    await useMany(WEBSOCKETS)
    const after = await settled()
    await until(WEBSOCKETS)
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set([101]))
    expect(ended).toHaveLength(WEBSOCKETS)
    ended.length = 0
    await expect.poll(resources).toBeLessThanOrEqual(atFirst)
    expect(after - before).toBeLessThan(4_000_000)
  },
  600_000,
)
