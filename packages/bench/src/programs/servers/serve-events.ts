/**
 * A server on 127.0.0.1 that streams events: `signalbox`, `bare` (node:http, one `res.write` per frame and reader) or
 * `hono` (its `streamSSE`). Publishes on request a config that contains the time, and answers with its port, CPU time
 * and memory.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { answerWith } from '../../child.ts'

/** What to publish. */
export interface Publishing {
  readonly events: number
  readonly everyMs: number
  /** How often to add an event of 400 kB in another domain. */
  readonly largeEvery?: number
}

/** The resources that the server has used. */
export interface ServerState {
  readonly port: number
  /** In microseconds. */
  readonly cpu: number
  /** In bytes. */
  readonly resident: number
}

type Publish = (value: number) => unknown
type Listener = ReturnType<typeof getRequestListener>

const eventOf = (_id: number, value: number, before: number) => ({
  _id,
  type: 'CONFIG_UPDATED',
  key: 'bench',
  domain: 'Config',
  timestamp: '2026-01-01T00:00:00.000',
  payload: { id: 'bench', value },
  oldValue: { id: 'bench', value: before },
})

const servers: Record<string, () => Promise<{ listener: Listener; publish: Publish; publishLarge?: Publish }>> = {
  async bare() {
    const readers = new Set<ServerResponse>()
    let [id, before] = [0, 0]
    return {
      async listener(_, outgoing) {
        const response = outgoing as ServerResponse
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': keep-alive\n\n')
        readers.add(response)
        response.once('close', () => readers.delete(response))
      },
      publish(value) {
        const frame = `id: ${++id}\ndata: ${JSON.stringify(eventOf(id, value, before))}\n\n`
        before = value
        for (const reader of readers) reader.write(frame)
      },
    }
  },
  async hono() {
    const readers = new Set<(event: { _id: number }) => Promise<void>>()
    let [id, before] = [0, 0]
    const app = new Hono().get('/api/events', (c) =>
      streamSSE(c, async (stream) => {
        const send = (event: { _id: number }) => stream.writeSSE({ id: String(event._id), data: JSON.stringify(event) })
        readers.add(send)
        await new Promise<void>((resolve) => stream.onAbort(resolve))
        readers.delete(send)
      }),
    )
    return {
      listener: getRequestListener(app.fetch),
      publish(value) {
        const event = eventOf(++id, value, before)
        before = value
        for (const send of readers) void send(event)
      },
    }
  },
  async signalbox() {
    const box = createSignalbox()
    await box.configs.create({ body: { id: 'bench', value: 0 } })
    const customers = Array.from({ length: 20_000 }, (_, i) => `customer-${i}`)
    return {
      listener: getRequestListener(toHono(box, { access: 'open' }).fetch),
      publish: (value) => box.configs.replace({ id: 'bench', body: { id: 'bench', value } }),
      publishLarge: (value) =>
        box.features.create({
          body: {
            id: `large:${value}`,
            enabled: true,
            activationStrategy: 'CUSTOMERS_LIST',
            parameters: { customers },
          },
        }),
    }
  },
}

const { listener, publish, publishLarge } = await servers[process.argv[2] ?? 'signalbox']!()
const http = createServer(listener)
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', 2048, resolve))

async function publishAll({ events, everyMs, largeEvery = 0 }: Publishing): Promise<void> {
  const begin = performance.now()
  for (let n = 0; n < events; n++) {
    await publish(performance.timeOrigin + performance.now())
    if (largeEvery > 0 && n % largeEvery === 0) await publishLarge?.(n)
    const early = begin + (n + 1) * everyMs - performance.now()
    // Each event gets its own turn of the event loop, late or not, as events from outside do.
    await (early > 0 ? delay(early) : nextTurn())
  }
}

answerWith(async (publishing: Partial<Publishing>): Promise<ServerState> => {
  const { events = 0, everyMs = 1 } = publishing
  if (events > 0) await publishAll({ ...publishing, events, everyMs })
  const { user, system } = process.cpuUsage()
  return { port: (http.address() as AddressInfo).port, cpu: user + system, resident: process.memoryUsage.rss() }
})
