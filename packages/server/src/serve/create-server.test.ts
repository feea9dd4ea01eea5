import { connect as connectTo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../fixtures/data-plane.fixture.ts'
import { call, known } from '../fixtures/known.fixture.ts'
import { chunk, chunked, connect, head } from '../fixtures/raw.fixture.ts'
import { createServer, type Server, type ServerOptions } from './create-server.ts'

const servers: Server[] = []
const open = async (options: ServerOptions = {}): Promise<Server> => {
  const server = await createServer({ port: 0, ...known, ...options })
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** Stops the clock; tests advance it. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } as const

describe('createServer', () => {
  it('serves the box that it returns', async () => {
    const { url, box } = await open()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await box.features.create({ body: feature })
    expect(await (await call(`${url}/api/features/a`)).json()).toEqual(feature)
    expect(box.isActive('a')).toBe(true)
  })

  it('serves on IPv6', async () => {
    const { url } = await open({ host: '::1' })
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await call(`${url}/api/_health`)).status).toBe(200)
  })

  it('passes its settings on', async () => {
    const { url, box } = await open({ bodyLimit: 1024, corsOrigins: ['https://a.example'], timeZone: 'Asia/Tokyo' })
    const body = JSON.stringify({ ...feature, description: 'x'.repeat(1024) })
    const headers = { 'Content-Type': 'application/json', Origin: 'https://a.example' }
    const answer = await call(`${url}/api/features`, { method: 'POST', body, headers })
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([413, 'https://a.example'])
    const parameters = { startDate: '08:00', endDate: '09:00' }
    await box.features.create({ body: { ...feature, activationStrategy: 'HOUR_RANGE', parameters } })
    expect(box.explain('a')).toMatchObject({ timezone: 'Asia/Tokyo' })
  })

  it('runs scripts, and rejects those whose syntax is wrong', async () => {
    const { box } = await open({ scriptMs: 5000 })
    const script = 'function enabled(context, enabled, disabled) { context.vip ? enabled() : disabled() }'
    const withScript = (text: string) =>
      ({ ...feature, activationStrategy: 'SCRIPT', parameters: { type: 'javascript', script: text } }) as const
    await box.features.create({ body: withScript(script) })
    expect(await box.features.checkWith({ id: 'a', body: { vip: true } })).toEqual({ active: true })
    expect(await box.features.checkWith({ id: 'a', body: {} })).toEqual({ active: false })
    await expect(box.features.replace({ id: 'a', body: withScript('function (') })).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/parameters/script': [{ message: 'error.script.syntax' }] },
    })
  })

  it('runs workflows that call allowed origins, at private addresses only if configured', async () => {
    const { url: elsewhere } = await open()
    const call = (origin: string) => ({
      kind: 'workflow',
      steps: [{ kind: 'call', function: 'core.http_client', args: { url: `${origin}/api/_health` } }],
    })
    const run = async (options: ServerOptions) => {
      const { box } = await open({ workflowMs: 60_000, ...options })
      return box.workflows.test({ body: { config: call(elsewhere) } })
    }
    const scriptOrigins = [elsewhere]
    expect(await run({ scriptOrigins, workflowPrivate: true })).toMatchObject({ result: { body: { status: 'up' } } })
    const failing = (sentence: string) => ({ code: 'UNAVAILABLE', message: expect.stringContaining(sentence) })
    await expect(run({ scriptOrigins })).rejects.toMatchObject(failing('not public'))
    await expect(run({ workflowPrivate: true })).rejects.toMatchObject(failing('not an allowed origin'))
  })

  it('applies the setting for stored values of workflows', async () => {
    const { box } = await open({ workflowKept: 1 })
    const keep = (key: string) => {
      const steps = [{ kind: 'call', function: 'core.store_set', args: { key, value: 1 } }]
      return box.workflows.test({ body: { config: { kind: 'workflow', steps } } })
    }
    await keep('a')
    await expect(keep('b')).rejects.toMatchObject({ errors: [{ message: 'error.workflow.kept', args: ['1'] }] })
  })

  it('applies the setting for the duration of workflows', async () => {
    const { box } = await open({ workflowMs: 100 })
    const config = { kind: 'workflow', steps: [{ kind: 'wait', duration: 200 }] }
    await expect(box.workflows.test({ body: { config } })).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ message: 'error.workflow.budget', args: ['time', '100'] }],
    })
  })

  it('rejects wrong settings', async () => {
    await expect(open({ host: 'here' })).rejects.toThrow(
      /host is invalid: expected an IP address or localhost, not "here"/,
    )
    await expect(open({ store: 'mysql:' })).rejects.toThrow(RangeError)
  })

  it('names a port that is in use', async () => {
    const { url } = await open()
    const port = Number(new URL(url).port)
    await expect(open({ port })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is in use: set PORT to another port, or to 0`,
    )
  })
})

describe('close', () => {
  it('ends event streams and closes idle connections at once', async () => {
    const { url, close } = await open()
    const stream = await call(`${url}/api/events`)
    const unused = await connect(url)
    const idle = await connect(url)
    idle.send(head('GET', '/api/_health'))
    await idle.until(/"up"/)
    stopTime() // otherwise unfinished calls would be cut off after eight seconds
    await close()
    expect(await stream.text()).toBe(': keep-alive\n\n')
    await Promise.all([unused.closed, idle.closed])
  })

  it('rejects further calls', async () => {
    const { url, close } = await open()
    await close()
    await close()
    const { port, hostname } = new URL(url)
    const refused = new Promise((resolve) => connectTo(Number(port), hostname).once('error', resolve))
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('lets a write in flight finish', async () => {
    const store = `sqlite:${join(await temporaryFolder(), 'signalbox.db')}`
    const { url, close } = await open({ store })
    const text = JSON.stringify(feature)
    const slow = await connect(url)
    slow.send(head('POST', '/api/features', chunked()) + chunk(text.slice(0, 9)))
    const other = await connect(url)
    other.send(head('GET', '/api/_health'))
    await other.until(/"up"/)
    const closed = close()
    slow.send(chunk(text.slice(9)) + chunk(''))
    expect(await slow.until(/"NO_STRATEGY"}/)).toMatch(/^HTTP\/1.1 201 /)
    await closed
    expect(await (await open({ store })).box.features.get({ id: 'a' })).toEqual(feature)
  })

  it('lets an import report what it committed', async () => {
    const { url, box, close } = await open()
    const lines = Array.from({ length: 501 }, (_, i) => `${JSON.stringify({ ...feature, id: `f${i}` })}\n`)
    const upload = await connect(url)
    upload.send(head('POST', '/api/features.ndjson', chunked('application/nd-json')) + chunk(lines.join('')))
    await expect.poll(() => box.features.count()).toEqual({ count: 500 })
    const closed = close()
    const answer = await upload.until(/error.interrupted[^}]*}/)
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toContain('"success":501')
    expect(answer).toContain('{"message":"error.interrupted","args":["502"]}')
    await closed
    expect([box.isActive('f500'), box.isActive('f501')]).toEqual([true, false])
  })

  it('aborts calls after 8 seconds', async () => {
    const { url, close } = await open()
    const stalled = await connect(url)
    stalled.send(head('POST', '/api/features', { 'Content-Type': 'application/json', 'Content-Length': 50 }))
    const slow = await connect(url)
    slow.send(head('POST', '/api/features', chunked()) + chunk(JSON.stringify(feature)))
    const other = await connect(url)
    other.send(head('GET', '/api/_health'))
    await other.until(/"up"/)
    stopTime()
    const closed = close()
    vi.advanceTimersByTime(7999)
    slow.send(chunk(''))
    expect(await slow.closed).toMatch(/^HTTP\/1.1 201 /)
    vi.advanceTimersByTime(1)
    expect(await stalled.closed).toBe('')
    await closed
  })
})
