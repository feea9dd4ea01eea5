import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const products = [
  { id: 'apples', name: 'Apples', price: 3.2 },
  { id: 'bread', name: 'Bread', price: 4.5 },
  { id: 'cheese', name: 'Cheese', price: 7.9 },
  { id: 'honey', name: 'Honey', price: 6.4 },
]

/** The backend of the demo shop, listening on the loopback address. */
export interface ShopServer {
  readonly server: Server
  readonly port: number
}

/** Starts the backend on a port of this machine, or on any free one if that is in use. */
export async function openShopServer(port = 0): Promise<ShopServer> {
  const server = createServer(answer).unref()
  try {
    await listening(server, port)
  } catch (error) {
    if (port === 0) throw error
    await listening(server, 0)
  }
  return { server, port: (server.address() as AddressInfo).port }
}

const listening = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  const { status, body } = answerTo(request.method ?? 'GET', (request.url ?? '/').split('?')[0] as string)
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** Honey has no stock record, which the backend answers with an error, so that there is a failure to look at. */
function answerTo(method: string, path: string): { readonly status: number; readonly body: unknown } {
  const [, noun, id, part] = path.split('/')
  if (method === 'POST' && path === '/orders') return { status: 201, body: { id: 'order-1042', state: 'accepted' } }
  if (method !== 'GET' || noun !== 'products') return { status: 404, body: { message: `The shop has no ${path}` } }
  if (id === undefined) return { status: 200, body: products }
  const product = products.find((one) => one.id === id)
  if (!product) return { status: 404, body: { message: `There is no product ${id}` } }
  if (part === undefined) return { status: 200, body: product }
  if (id === 'honey') return { status: 500, body: { message: 'The stock of honey cannot be read' } }
  return { status: 200, body: { id, pieces: 12 } }
}
