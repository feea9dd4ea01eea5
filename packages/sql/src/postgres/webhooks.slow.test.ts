import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createSignalbox, type Signalbox } from '@signalbox/core'
import { type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importing } from '../importing.fixture.ts'
import { migratePostgres, postgresStore } from './store.ts'

const schema = 'webhooks'
let server: RealPostgres
let pool: pg.Pool
/** Writes, but does not deliver. */
let box: Signalbox
let receiver: Server
const processes = new Map<string, ChildProcess>()
const calls: Call[] = []

/** A call as the receiver saw it. */
interface Call {
  readonly process: string
  readonly webhookId: string
  readonly keys: readonly string[]
  /** Milliseconds from `performance.now()`. */
  readonly at: number
}

/** How long a lease lasts without renewal. */
const LEASE_MS = 8000
/**
 * Twice the lease, because it may just have been renewed and is checked at intervals, plus a margin for busy machines.
 * On an idle machine it took 8 to 11 seconds.
 */
const MOST_MS = 2 * LEASE_MS + 20_000

beforeAll(async () => {
  server = await startPostgres(['fsync=off'])
  pool = server.openPool()
  await migratePostgres(pool, { schema })
  box = createSignalbox({ store: postgresStore(pool, { schema }) })
  receiver = createServer(async (request, response) => {
    const at = performance.now()
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return // The sender was killed; ignore the incomplete call.
    const { objectsEdited } = JSON.parse(body) as { objectsEdited: { key: string }[] }
    const { 'x-process': process, 'webhook-id': webhookId } = request.headers as Record<string, string>
    calls.push({ process: process!, webhookId: webhookId!, keys: objectsEdited.map(({ key }) => key), at })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await box.webhooks.create({ body: { clientId: 'h', callbackUrl, domains: ['Config'] } })
  await Promise.all(['one', 'other'].map(start))
})

afterAll(async () => {
  await Promise.all([...processes.keys()].map(kill))
  await box.close()
  await pool.end()
  await server.stop()
  receiver.closeAllConnections()
  receiver.close()
})

async function start(name: string): Promise<void> {
  const program = join(import.meta.dirname, 'deliverer.fixture.ts')
  const child = fork(program, [server.url, schema, name], { execArgv: [...importing] })
  processes.set(name, child)
  await once(child, 'message')
}

async function kill(name: string): Promise<void> {
  const child = processes.get(name)
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const written: string[] = []
const write = async (): Promise<void> => {
  const id = `k${written.length}`
  await box.configs.create({ body: { id, value: 1 } })
  written.push(id)
}

test('one of two processes delivers, and the other takes over when its lease expires', async () => {
  for (let n = 0; n < 30; n++) await write()
  await expect.poll(() => calls.flatMap(({ keys }) => keys).length).toBe(30)
  const [first = ''] = new Set(calls.map(({ process }) => process))
  expect(calls.every(({ process }) => process === first)).toBe(true)

  await write()
  await kill(first)
  const killed = performance.now()
  await expect
    .poll(
      async () => {
        await write()
        return calls.some(({ process }) => process !== first)
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBe(true)
  const took = calls.find(({ process }) => process !== first)!.at - killed
  console.info(`The other process continued after ${(took / 1000).toFixed(1)} s`)
  expect(took).toBeLessThan(MOST_MS)

  await expect.poll(() => calls.at(-1)?.keys.at(-1)).toBe(written.at(-1))
  const once = new Map(calls.map(({ webhookId, keys }) => [webhookId, keys]))
  expect([...once.values()].flat()).toEqual(written)
  expect(calls.length - once.size).toBeLessThanOrEqual(1)
})
