/**
 * A server on 127.0.0.1 that answers checks: `open` to everyone, `keyed` for callers with an API key, or a `bare` Hono
 * app that sends the same bytes and, for a POST, reads and parses the same body. `many` has as many features as
 * requested. Answers each question with its port and its CPU time.
 */
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { answerWith } from '../child.ts'
import { generatingStore } from '../generating-store.ts'
import { key, manyUsers, mixedFeature, mixedFeatures } from '../workload.ts'

const apps: Record<string, () => Promise<Hono>> = {
  async bare() {
    const app = new Hono()
    app.get('/api/features/:id/check', (c) => c.json({ active: c.req.param('id') !== '' }))
    app.post('/api/features/:id/check', async (c) => {
      const { id } = await c.req.json<{ id: string }>()
      return c.json({ active: id !== '' })
    })
    return app
  },
  async open() {
    return toHono(await loaded(), { access: 'open' })
  },
  async keyed() {
    const box = await loaded()
    const [{ clientId, clientSecret }, authorizedPatterns] = [key, [{ pattern: 'team*' }]]
    await box.apiKeys.create({ body: { name: 'Bench', clientId, clientSecret, authorizedPatterns } })
    return toHono(box)
  },
  async many() {
    const users = manyUsers(1000)
    const store = generatingStore(Number(process.argv[3]), (number) => mixedFeature(number, users))
    return toHono(createSignalbox({ store }), { access: 'open' })
  },
}

async function loaded() {
  const box = createSignalbox()
  await box.features.import({ body: mixedFeatures(1000, manyUsers(1000)) })
  return box
}

const app = await apps[process.argv[2] ?? 'bare']!()
const listening = new Promise<number>((resolve) => {
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port))
})
answerWith(async () => ({ port: await listening, cpu: process.cpuUsage() }))
