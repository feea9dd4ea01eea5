// An API gateway inside your own Hono app: what you publish is served at once, without a restart.
// Run: npx node --conditions=@signalbox/source examples/gateway.ts, then open the address; PORT sets another port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { createGateway } from '@signalbox/gateway'
import { toHono } from '@signalbox/gateway/hono'
import { toNode } from '@signalbox/gateway/node'
import { Hono } from 'hono'

const box = createSignalbox()
const gateway = createGateway({ source: box.gatewaySource })
await gateway.ready()

const app = new Hono()
app.get('/', (c) => c.text('Your own route; the gateway serves all others'))
app.all('*', toHono(gateway, { node: toNode(gateway) }))

// A backend. Usually it is another machine.
const backend = createServer((request, response) => response.end(`The stock got ${request.method} ${request.url}`))
await once(backend.listen(0, '127.0.0.1'), 'listening')
const target = { hostname: '127.0.0.1', port: (backend.address() as AddressInfo).port }

const frontend = { paths: ['/items/:id'], methods: ['GET'], strip_context_path: true }
await box.apis.create({
  body: {
    id: 'stock',
    name: 'Stock',
    context_path: '/stock',
    backends: [{ id: 'main', backend: { targets: [target] } }],
    routes: [{ id: 'items', name: 'Items', backend: 'main', frontend }],
  },
})
await box.apis.deployments.create({ id: 'stock', body: {} })

const port = Number(process.env.PORT ?? 3000)
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  console.log(`Serves http://127.0.0.1:${address.port} and, through the gateway, /stock/items/7`)
})
