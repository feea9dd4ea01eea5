/**
 * A server on 127.0.0.1 with an experiment and its bound clients: on the store `memory`, on `sqlite` in a file, on
 * `postgres` at a URL, through `toNode` as the `signalbox` server does; or a `bare` Hono app that returns an event of the
 * same size. Answers each question with its port and its CPU time.
 */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createSignalbox, memoryStore, type Store } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { toNode } from '@signalbox/hono/node'
import { openSqlite, postgresStore } from '@signalbox/sql'
import { openPool } from '@signalbox/test-postgres'
import { Hono } from 'hono'
import { answerWith } from '../../child.ts'
import { bindClients, event } from '../../experiment.ts'

const [what = 'bare', place = ''] = process.argv.slice(2)

const listeners: Record<string, () => Promise<RequestListener>> = {
  async bare() {
    const app = new Hono().post('/api/experiments/:id/displayed', (c) => {
      const [experimentId, clientId] = [c.req.param('id'), c.req.query('clientId') ?? '']
      return c.json({ ...event, experimentId, clientId })
    })
    return getRequestListener(app.fetch)
  },
  memory: () => mounted(memoryStore()),
  sqlite: async () => mounted(await openSqlite(place)),
  postgres: () => mounted(postgresStore(openPool(place), { report: () => {} })),
}

async function mounted(store: Store): Promise<RequestListener> {
  const box = createSignalbox({ store })
  await bindClients(box)
  const door = toNode(box, { access: 'open' })
  const listener = getRequestListener(toHono(box, { access: 'open' }).fetch)
  return (incoming, outgoing) => void (door(incoming, outgoing) || listener(incoming, outgoing))
}

async function start(): Promise<number> {
  const server = createServer(await listeners[what]!()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

// Questions may come while the server starts.
const started = start()
answerWith(async () => ({ port: await started, cpu: process.cpuUsage() }))
