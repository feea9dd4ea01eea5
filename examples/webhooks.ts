// A webhook receiver that verifies signatures, and the changes that it receives.
// Run: npx node --conditions=@signalbox/source examples/webhooks.ts
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'

const box = createSignalbox({ fetch })

const receiver = new Hono().post('/hooks', async (c) => {
  const body = await c.req.text() // the exact text that was signed
  const { objectsEdited } = new Webhook(secret).verify(body, c.req.header()) as {
    objectsEdited: { type: string; key: string }[]
  }
  for (const { type, key } of objectsEdited) console.log(type, key)
  if (objectsEdited.at(-1)?.type === 'CONFIG_DELETED') setTimeout(() => server.close()) // the last event here
  return c.body(null, 204)
})
const server = serve({ fetch: receiver.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => start(port))
let secret = ''

async function start(port: number): Promise<void> {
  const hook = { clientId: 'ci', callbackUrl: `http://127.0.0.1:${port}/hooks`, patterns: ['shop:*'] }
  secret = (await box.webhooks.create({ body: hook })).secret ?? '' // shown only once: store it
  for (const id of ['shop:limits', 'site:title']) await box.configs.create({ body: { id, value: 20 } })
  await box.configs.delete({ id: 'shop:limits' })
}
