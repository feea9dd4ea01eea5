/**
 * Servers on 127.0.0.1 in one process, so that they can take turns: a `bare` Hono app that sends the same body and, for a
 * POST, reads and parses the same body; the same app that also sends the header `nosniff`, as all others do; `toHono` for
 * everyone and for callers with an API key; and the `signalbox` server. Answers each question with their ports and the CPU
 * time of the process.
 */
import { serve } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { createServer } from 'signalbox'
import { simple } from '../../checked.ts'
import { answerWith } from '../../child.ts'
import { key, manyUsers, mixedFeatures } from '../../workload.ts'

/** A server. */
export type Door = keyof typeof doors

/** Where the servers are, and what they have used. */
export interface DoorState {
  readonly ports: Readonly<Record<Door, number>>
  readonly cpu: NodeJS.CpuUsage
}

/** A Hono app that answers what the others do. */
function bareApp(headers?: Readonly<Record<string, string>>): Hono {
  const app = new Hono()
  app.get('/api/features/:id', (c) => c.json(c.req.param('id') === simple.id ? simple : {}, 200, headers))
  app.get('/api/features/:id/check', (c) => c.json({ active: c.req.param('id') !== '' }, 200, headers))
  app.post('/api/features/:id/check', async (c) => {
    const { id } = await c.req.json<{ id: string }>()
    return c.json({ active: id !== '' }, 200, headers)
  })
  return app
}

const doors = {
  bare: async () => listen(bareApp()),
  nosniff: async () => listen(bareApp({ 'X-Content-Type-Options': 'nosniff' })),
  async open() {
    const box = createSignalbox()
    await box.features.import({ body: features })
    return listen(toHono(box, { access: 'open' }))
  },
  async keyed() {
    const box = createSignalbox()
    await box.features.import({ body: features })
    const [{ clientId, clientSecret }, authorizedPatterns] = [key, [{ pattern: 'team*' }]]
    await box.apiKeys.create({ body: { name: 'Bench', clientId, clientSecret, authorizedPatterns } })
    return listen(toHono(box))
  },
  async server() {
    const { box, url } = await createServer({ port: 0, store: 'memory:', dashboard: 'off', ...key })
    await box.features.import({ body: features })
    return Number(new URL(url).port)
  },
} satisfies Record<string, () => Promise<number>>

const features = mixedFeatures(1000, manyUsers(1000))

const listen = ({ fetch }: Hono) =>
  new Promise<number>((resolve) => {
    serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port))
  })

async function startAll(): Promise<DoorState['ports']> {
  const ports: Partial<Record<Door, number>> = {}
  for (const name of Object.keys(doors) as Door[]) ports[name] = await doors[name]()
  return ports as DoorState['ports']
}

const started = startAll()
answerWith(async (): Promise<DoorState> => ({ ports: await started, cpu: process.cpuUsage() }))
