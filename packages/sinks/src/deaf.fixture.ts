import { connect, createServer, type Socket } from 'node:net'

/** A way to a broker that carries everything but acknowledgements: bytes from the broker are lost from the first one that contains `from`. */
export async function startDeaf(url: string, from: Buffer) {
  const target = new URL(url)
  const { hostname } = target
  const port = Number(target.port)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const broker = connect(port, hostname)
    let isDeaf = false
    broker.on('data', (bytes) => {
      isDeaf ||= bytes.includes(from)
      if (!isDeaf) client.write(bytes)
    })
    client.on('data', (bytes) => broker.write(bytes))
    for (const socket of [client, broker]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => [client, broker].map((one) => one.destroy()))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  target.port = String((server.address() as { port: number }).port)
  return {
    url: target.href,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
