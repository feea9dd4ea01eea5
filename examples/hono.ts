// Signalbox next to the routes of your own Hono app, which evaluates flags without HTTP requests.
// Run: npx node --conditions=@signalbox/source examples/hono.ts, then open the address; PORT sets another port.
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'

const box = createSignalbox()
await box.features.create({ body: { id: 'site:new-home', enabled: false, activationStrategy: 'NO_STRATEGY' } })

const app = new Hono()
app.get('/', (c) => c.text(box.isActive('site:new-home') ? 'The new home page' : 'The old home page'))
app.route('/', toHono(box, { access: 'open' }))

const port = Number(process.env.PORT ?? 3000)
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  console.log(`Serves http://127.0.0.1:${address.port} and, below it, /api/features`)
})
