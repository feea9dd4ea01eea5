/**
 * A server on 127.0.0.1 with an experiment and its bound clients: on the store `memory`, on `sqlite` in a file, on
 * `postgres` at a URL, or a `bare` Hono app that returns an event of the same size. Answers each question with its port and its CPU time.
 */
import { serve } from '@hono/node-server'
import type { Store } from '@signalbox/core'
import { createSignalbox, memoryStore } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { openSqlite, postgresStore } from '@signalbox/sql'
import { openPool } from '@signalbox/test-postgres'
import { Hono } from 'hono'
import { answerWith } from '../child.ts'
import { bindClients, event } from '../experiment.ts'

const [what = 'bare', place = ''] = process.argv.slice(2)

const apps: Record<string, () => Promise<Hono>> = {
  bare: async () =>
    new Hono().post('/api/experiments/:id/displayed', (c) => {
      const [experimentId, clientId] = [c.req.param('id'), c.req.query('clientId') ?? '']
      return c.json({ ...event, experimentId, clientId })
    }),
  memory: () => mounted(memoryStore()),
  sqlite: async () => mounted(await openSqlite(place)),
  postgres: () => mounted(postgresStore(openPool(place), { report: () => {} })),
}

async function mounted(store: Store): Promise<Hono> {
  const box = createSignalbox({ store })
  await bindClients(box)
  return toHono(box, { access: 'open' })
}

const app = await apps[what]!()
const listening = new Promise<number>((resolve) => {
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port))
})
answerWith(async () => ({ port: await listening, cpu: process.cpuUsage() }))
