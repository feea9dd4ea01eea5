import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createSignalbox, memoryStore } from '@signalbox/core'
import type { GatewayUnit } from '@signalbox/core/gateway'
import { memoryCarrier } from '@signalbox/gateway'
import { expect, it, onTestFinished, vi } from 'vitest'
import { apiTo, startBackend } from '../fixtures/backend.fixture.ts'
import { importing } from '../fixtures/importing.fixture.ts'
import { superviseWorkers } from './supervise.ts'
import type { Order } from './worker.fixture.ts'

const program = new URL('worker.fixture.ts', import.meta.url)

/** What a data plane reads of a published API, and the key of a consumer of its plan. */
async function publish(port: number, plans: readonly object[] = []) {
  const box = createSignalbox({ store: memoryStore() })
  onTestFinished(() => box.close())
  await box.apis.create({ body: apiTo(port, { documentation: { plans } }) as never })
  await box.apis.deployments.create({ id: 'shop', body: {} })
  let key: string | undefined
  if (plans.length > 0) {
    const { credentials } = await box.subscriptions.create({ body: { api_ref: 'shop', plan_ref: 'keys' } })
    const { clientId, clientSecret } = credentials as { clientId: string; clientSecret: string }
    key = `${clientId}:${clientSecret}`
  }
  const units: GatewayUnit[] = []
  for await (const unit of box.gatewaySource.snapshot()) units.push(unit)
  return { units, key }
}

async function setUp(
  count: number,
  answer?: (request: IncomingMessage, response: ServerResponse) => void,
  more: Omit<Order, 'units'> = {},
) {
  const { units } = await publish(await startBackend(answer))
  return supervise(count, { units, ...more })
}

async function supervise(count: number, order: Order) {
  const reported: string[] = []
  const workers = await superviseWorkers({
    program,
    count,
    orderOf: () => order,
    carrier: memoryCarrier(),
    report: (error) => void reported.push((error as Error).message),
    announce: () => {},
  })
  onTestFinished(() => workers.close(1000))
  const answers = async (question: string) => (await workers.ask(question)).map(({ answer }) => Number(answer))
  return { workers, reported, answers, url: String(workers.result) }
}

interface Result {
  /** 0: the connection broke. */
  readonly status: number
  readonly body: string
}

/** Calls through at most so many connections. */
function caller(maxSockets: number, keepAlive = true) {
  const agent = new Agent({ keepAlive, maxSockets })
  onTestFinished(() => agent.destroy())
  return (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Result> =>
    new Promise((resolve) => {
      request(url, { agent, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text) => {
          body += text
        })
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body }))
        response.once('error', () => resolve({ status: 0, body }))
      })
        .once('error', () => resolve({ status: 0, body: '' }))
        .end()
    })
}

/** Sends requests one after the other over so many connections until it is stopped. Returns their statuses. */
function load(url: string, connections: number, keepAlive = true) {
  const call = caller(connections, keepAlive)
  const statuses: number[] = []
  let isOver = false
  const done = Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver) statuses.push((await call(url)).status)
    }),
  )
  return {
    statuses,
    async stop() {
      isOver = true
      await done
      return statuses
    },
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('connections spread over all workers', async () => {
  const { url, answers } = await setUp(4)
  const call = caller(1, false)
  for (let i = 0; i < 40; i++) expect((await call(`${url}/shop/`)).status).toBe(200)
  const counts = await answers('connections')
  expect(counts).toHaveLength(4)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(5)
})

it('a quota of 1000 requests over four workers admits exactly 1000', async () => {
  const plan = {
    ...{ id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
    access_mode_configuration: { quota: { perDay: 1000 } },
  }
  const { units, key = '' } = await publish(await startBackend(), [plan])
  const { url, answers } = await supervise(4, { units })
  const once = caller(40)
  const call = async (): Promise<Result> => {
    const result = await once(`${url}/shop/`, { 'X-API-Key': key })
    // On a busy machine, the primary may not answer in time.
    return result.status === 503 ? call() : result
  }
  const results = await Promise.all(Array.from({ length: 1500 }, call))
  const counts = Object.fromEntries(
    [200, 429].map((status) => [status, results.filter((one) => one.status === status).length]),
  )
  expect(counts).toEqual({ 200: 1000, 429: 500 })
  expect(Math.min(...(await answers('connections')))).toBeGreaterThan(0)
})

it('a worker that is killed under load loses only its requests in flight, and is started again', async () => {
  const { url, answers, reported } = await setUp(3)
  const traffic = load(`${url}/shop/`, 30)
  await expect.poll(() => traffic.statuses.length).toBeGreaterThan(300)
  const [pid = 0] = await answers('pid')
  const [inFlight = 0] = await answers('connections')
  process.kill(pid, 'SIGKILL')
  await expect.poll(async () => (await answers('pid')).length).toBe(3)
  expect(await answers('pid')).not.toContain(pid)
  const before = traffic.statuses.length
  await expect.poll(() => traffic.statuses.length).toBeGreaterThan(before + 300)
  const statuses = await traffic.stop()
  expect(statuses.filter((status) => status !== 200 && status !== 0)).toEqual([])
  expect(statuses.filter((status) => status === 0).length).toBeLessThanOrEqual(inFlight + 1)
  expect(reported).toEqual(['Worker 1 of the gateway ended by SIGKILL: it is started again'])
})

it('a connection that a killed worker has not taken yet is closed', async () => {
  const { url, answers } = await setUp(3)
  const [pid = 0] = await answers('pid')
  process.kill(pid, 'SIGSTOP')
  const call = caller(6, false)
  const statuses: number[] = []
  const calls = Array.from({ length: 6 }, async () => void statuses.push((await call(`${url}/shop/`)).status))
  await expect.poll(() => statuses).toEqual([200, 200, 200, 200, 200])
  process.kill(pid, 'SIGKILL')
  await Promise.all(calls)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 0])
})

it('a signal to one worker after the other loses no request', async () => {
  const { url, answers } = await setUp(3, (_, response) => void setTimeout(() => response.end('ok'), 20))
  const [kept, fresh] = [load(`${url}/shop/`, 20), load(`${url}/shop/`, 10, false)]
  await expect.poll(() => kept.statuses.length).toBeGreaterThan(200)
  for (const pid of await answers('pid')) {
    process.kill(pid, 'SIGTERM')
    await expect.poll(() => isRunning(pid)).toBe(false)
    await expect.poll(async () => (await answers('pid')).length).toBe(3)
    await wait(100)
  }
  const lost = (statuses: readonly number[]) => statuses.filter((status) => status !== 200)
  expect([lost(await kept.stop()), lost(await fresh.stop())]).toEqual([[], []])
})

it('closing lets all workers finish their requests', async () => {
  let waiting: (() => void)[] = []
  const { url, workers, answers } = await setUp(2, (_, response) => void waiting.push(() => response.end('late')))
  const call = caller(10)
  const results = Promise.all(Array.from({ length: 10 }, () => call(`${url}/shop/`)))
  await expect.poll(() => waiting.length).toBe(10)
  const pids = await answers('pid')
  const closed = workers.close(5000)
  await expect.poll(() => caller(1, false)(url)).toMatchObject({ status: 0 })
  for (const end of waiting) end()
  waiting = []
  expect((await results).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  await closed
  expect(pids.filter(isRunning)).toEqual([])
})

it('a worker that cannot start fails the start, and none is left', async () => {
  await expect(supervise(2, { units: [], problem: 'This worker cannot start' })).rejects.toThrow(
    'This worker cannot start',
  )
})

it('lines of the access log come whole through the standard output of the primary', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((_text, done?: unknown) => {
    if (typeof done === 'function') done()
    return true
  })
  onTestFinished(() => void written.mockRestore())
  const { url } = await setUp(3, undefined, { log: true })
  const call = caller(20, false)
  const agent = 'x'.repeat(2000)
  const results = await Promise.all(Array.from({ length: 100 }, () => call(`${url}/shop/a`, { 'User-Agent': agent })))
  expect(results.every(({ status }) => status === 200)).toBe(true)
  const lines = () =>
    written.mock.calls.flatMap(([text]) => (String(text).startsWith('{') ? String(text).trimEnd().split('\n') : []))
  await expect.poll(() => lines().length).toBe(100)
  for (const line of lines()) expect(JSON.parse(line)).toMatchObject({ status: 200 })
})

it('a worker is started again when the machine can start processes again', async () => {
  const { workers, answers, reported } = await setUp(2)
  const [victim = 0] = await answers('pid')
  const { execPath } = process
  onTestFinished(() => {
    process.execPath = execPath
  })
  process.execPath = '/no-such-program'
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => reported.filter((text) => text.includes('cannot start')).length).toBeGreaterThan(1)
  expect((await workers.ask('pid')).length).toBe(1)
  process.execPath = execPath
  await expect.poll(async () => (await answers('pid')).length).toBe(2)
})

it('says how a worker ended that could not start', async () => {
  const starting = supervise(2, { units: [], exit: 3 })
  await expect(starting).rejects.toThrow('A worker of the gateway ended with code 3 before it served')
})

it('workers end when the primary is killed', async () => {
  const primary = fileURLToPath(new URL('primary.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [...importing, primary])
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  await expect.poll(() => /^\[.*\]$/m.test(printed)).toBe(true)
  const pids = JSON.parse(/^\[.*\]$/m.exec(printed)?.[0] ?? '[]') as number[]
  expect(pids.filter(isRunning)).toHaveLength(2)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(() => pids.filter(isRunning)).toEqual([])
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
