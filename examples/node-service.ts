// A service with flags from a remote Signalbox: it holds them in memory and follows every change.
// Run: npx node --conditions=@signalbox/source examples/node-service.ts, then open the address; PORT sets another port.
import { serve } from '@hono/node-server'
import { createClient, live } from '@signalbox/client'
import { Hono } from 'hono'
import { createServer } from 'signalbox'

// Normally the Signalbox runs elsewhere. This example starts one, on its own port and with its own API key.
const key = { clientId: 'shop', clientSecret: crypto.randomUUID() }
const elsewhere = await createServer({ port: 0, store: 'memory:', announce: () => {}, ...key })

const client = createClient({ baseUrl: elsewhere.url, ...key })
await client.features.create({ body: { id: 'shop:express', enabled: false, activationStrategy: 'NO_STRATEGY' } })

const flags = live(client, { patterns: 'shop:*' })
await flags.ready()

const app = new Hono()
app.get('/', (c) => c.text(flags.isActive('shop:express') ? 'Delivered tomorrow' : 'Delivered within a week'))
app.post('/release', async (c) => {
  await client.features.patch({ id: 'shop:express', body: [{ op: 'replace', path: '/enabled', value: true }] })
  return c.body(null, 204)
})

const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT ?? 3000) }, (address) => {
  console.log(`Serves http://127.0.0.1:${address.port}; POST /release releases express delivery`)
})
process.once('SIGTERM', async () => {
  server.close()
  await flags.close()
  await elsewhere.close()
})
