import { request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { openUnit, sealingKeyOf } from '@signalbox/core/gateway'
import { describe, expect, it, onTestFinished } from 'vitest'
import { apiTo } from '../fixtures/backend.fixture.ts'
import { known } from '../fixtures/known.fixture.ts'
import { createServer } from '../serve/create-server.ts'

async function serve() {
  const reports: unknown[] = []
  const server = await createServer({ port: 0, ...known, report: (error) => reports.push(error) })
  onTestFinished(() => server.close())
  const { key = '' } = await server.box.gatewayKeys.create({ body: { id: 'edge' } })
  /** Calls the service with a gateway key. */
  const as =
    (gatewayKey: string) =>
    (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}/api/gateway/${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${gatewayKey}`, ...init.headers },
      })
  const report = (body: unknown, gatewayKey = key) =>
    as(gatewayKey)('reports', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    })
  return { ...server, reports, key, as, call: as(key), report }
}

const status = { id: 'p1', state: 'fresh', revision: 1, routes: 2, since: 1, notes: [], version: '1.2.3' }
/** Reports about times beyond the retention are refused. */
const minute = Math.floor(Date.now() / 60_000) * 60_000 - 60 * 60_000
const entry = {
  api: 'shop',
  route: 'shop:all',
  statusClass: 2,
  minute,
  requests: 5,
  bytesIn: 0,
  bytesOut: 0,
  backendMs: 0,
  limited: 0,
}
const batch = { instance: 'i', seq: 1, entries: [entry], quotas: [], due: [] }

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Events of a stream: `next` resolves with one, or `undefined` at the end. */
function eventsOf(answer: Response) {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let held = ''
  return {
    async next(): Promise<{ id: number; data: { kind: string; key?: string; revision: number }[] } | undefined> {
      for (;;) {
        const end = held.indexOf('\n\n')
        const frame = end < 0 ? undefined : held.slice(0, end)
        if (frame !== undefined) held = held.slice(end + 2)
        if (frame?.startsWith('id: ')) {
          const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(frame)!
          return { id: Number(id), data: JSON.parse(data!) }
        }
        if (frame !== undefined) continue
        const { done, value } = await reader.read()
        if (done) return undefined
        held += value
      }
    },
    cancel: () => reader.cancel(),
  }
}

describe('a snapshot', () => {
  it('has everything, sealed under the gateway key, with its revision', async () => {
    const { box, call, key } = await serve()
    const secret = 'Bearer of-the-backend-secret'
    const slot = {
      plugin: 'cp:gateway.next.plugins.AdditionalHeadersIn',
      config: { headers: { Authorization: secret } },
    }
    await box.apis.create({ body: { ...apiTo(1), flows: [{ id: 'f', plugins: { slots: [slot] } }] } as never })
    const answer = await call('snapshot')
    const text = await answer.text()
    const lines = linesOf(text)
    expect(lines[0]).toEqual({ kind: 'format', format: 1, zone: 'UTC', assignment: expect.any(String) })
    expect(lines.at(-1)).toEqual({ kind: 'end', revision: expect.any(Number) })
    expect(answer.headers.get('ETag')).toBe(`"${lines.at(-1).revision}"`)
    expect(answer.headers.get('Content-Type')).toBe('application/nd-json')
    expect(text).not.toContain(secret)
    const sealing = await sealingKeyOf(key)
    const units = await Promise.all(lines.slice(1).map((line) => openUnit(line, sealing)))
    expect(units.map(({ kind }) => kind).sort()).toEqual(['api', 'cookie-key', 'end'])
    expect(JSON.stringify(units)).toContain(secret)
  })

  it('is compressed for those who accept that', async () => {
    const { url, key } = await serve()
    const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip' }
    const bytes = await new Promise<Buffer>((resolve, reject) => {
      request(`${url}/api/gateway/snapshot`, { headers }, async (answer) => {
        expect(answer.headers['content-encoding']).toBe('gzip')
        resolve(Buffer.concat(await answer.toArray()))
      })
        .on('error', reject)
        .end()
    })
    expect(linesOf(gunzipSync(bytes).toString()).at(-1)).toHaveProperty('kind', 'end')
  })

  it('read slowly takes little memory, and others go on', async () => {
    const { box, url, key, call } = await serve()
    const note = 'x'.repeat(200_000)
    for (let i = 0; i < 60; i++)
      await box.backends.create({ body: { id: `b${i}`, name: note, backend: { targets: [] } } as never })
    const stalled = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const sent = request(`${url}/api/gateway/snapshot`, { headers: { Authorization: `Bearer ${key}` } })
        sent.on('error', () => {}).end()
        onTestFinished(() => void sent.destroy())
        return new Promise<void>((resolve) => sent.once('response', () => resolve()))
      }),
    )
    expect(stalled).toHaveLength(20)
    const before = process.memoryUsage().arrayBuffers
    expect(linesOf(await (await call('snapshot')).text())).toHaveLength(63)
    // Twenty whole snapshots would take 240 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60_000_000)
  })

  it('and the changes after it have everything, although 1,000 changes come meanwhile', async () => {
    const { box, call } = await serve()
    for (let i = 0; i < 200; i++) await box.backends.create({ body: { id: `b${i}` } })
    const writing = (async () => {
      for (let i = 0; i < 1000; i++)
        await box.backends.replace({ id: `b${i % 200}`, body: { id: `b${i % 200}`, name: `v${i}` } })
    })()
    const kept = new Map<string, unknown>()
    const lines = linesOf(await (await call('snapshot')).text())
    for (const { kind, key, value } of lines) if (kind === 'backend') kept.set(key, value.name)
    const { revision } = lines.at(-1)
    const events = eventsOf(await call(`changes?after=${revision}`))
    await writing
    const head = (await box.gateway.list()).revision
    for (let reached = revision; reached < head; ) {
      const event = await events.next()
      for (const unit of event!.data)
        if (unit.kind === 'backend') kept.set(unit.key!, (unit as never as { value: { name: string } }).value.name)
      reached = event!.id
    }
    await events.cancel()
    expect([...kept].sort()).toEqual(Array.from({ length: 200 }, (_, i) => [`b${i}`, `v${800 + i}`]).sort())
  })
})

describe('changes', () => {
  it('are events whose id is the revision, and go on after it', async () => {
    const { box, call } = await serve()
    const { revision } = await box.gateway.list()
    const events = eventsOf(await call(`changes?after=${revision}`))
    const begun = await events.next()
    expect(begun).toMatchObject({
      id: revision,
      data: [
        { kind: 'format', format: 1 },
        { kind: 'end', revision },
      ],
    })
    await box.backends.create({ body: { id: 'b1' } })
    const first = await events.next()
    expect(first?.data.map(({ kind, key }) => [kind, key])).toEqual([
      ['backend', 'b1'],
      ['end', undefined],
    ])
    expect(first?.id).toBe(first?.data.at(-1)?.revision)
    await events.cancel()
    await box.backends.delete({ id: 'b1' })
    const again = eventsOf(await call('changes', { headers: { 'Last-Event-Id': String(first?.id) } }))
    await again.next()
    expect((await again.next())?.data[0]).toEqual({ kind: 'backend', key: 'b1', revision: expect.any(Number) })
    await again.cancel()
  })

  it('that the log does not have are answered 409, and a missing revision 400', async () => {
    const { box, call } = await serve()
    const { revision } = await box.gateway.list()
    const future = await call(`changes?after=${revision + 1000}`)
    expect([future.status, (await future.json()).errors]).toEqual([
      409,
      [{ message: 'error.gap', args: [String(revision + 1000)] }],
    ])
    expect((await call('changes')).status).toBe(400)
    expect((await call('changes?after=-1')).status).toBe(400)
  })

  it('end at once when the gateway key is deleted, and begin no more', async () => {
    const { box, call, as } = await serve()
    const { key: other = '' } = await box.gatewayKeys.create({ body: { id: 'other' } })
    const { revision } = await box.gateway.list()
    const events = eventsOf(await call(`changes?after=${revision}`))
    const others = eventsOf(await as(other)(`changes?after=${revision}`))
    await box.gatewayKeys.delete({ id: 'edge' })
    while (await events.next()) {}
    for (const path of ['snapshot', `changes?after=${revision}`]) expect((await call(path)).status).toBe(401)
    await box.backends.create({ body: { id: 'b1' } })
    let seen: string[] = []
    while (!seen.includes('backend')) seen = ((await others.next())?.data ?? []).map(({ kind }) => kind)
    await others.cancel()
  })
})

describe('a report', () => {
  it('lists the data plane, with its lag, and answers the newest revision', async () => {
    const { box, report } = await serve()
    const { revision } = await box.gateway.list()
    expect(await (await report({ plane: { ...status, revision: revision - 1 } })).json()).toEqual({ revision })
    expect((await box.gateway.list()).results).toEqual([
      { ...status, revision: revision - 1, lag: 1, gatewayKey: 'edge', heardAt: expect.any(Number) },
    ])
  })

  it('counts a batch once, and batches of different gateway keys apart', async () => {
    const { box, report } = await serve()
    await box.apis.create({ body: { id: 'shop', name: 'Shop', routes: [{ id: 'all' }] } })
    const { key: other = '' } = await box.gatewayKeys.create({ body: { id: 'other' } })
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    const requests = async () =>
      (await box.gateway.usage({ from: dayOf(minute), to: dayOf(minute + 24 * 60 * 60_000) })).totals.requests
    for (let i = 0; i < 3; i++) expect((await report({ plane: status, usage: batch })).status).toBe(200)
    expect(await requests()).toBe(5)
    await report({ plane: status, usage: batch }, other)
    expect(await requests()).toBe(10)
    await Promise.all(Array.from({ length: 10 }, () => report({ usage: { ...batch, seq: 2 } })))
    expect(await requests()).toBe(15)
    await report({ usage: { ...batch, seq: 1 } })
    expect(await requests()).toBe(15)
  })

  it.each([
    ['a negative count', { usage: { ...batch, entries: [{ ...entry, requests: -5 }] } }, '/usage/entries/0/requests'],
    ['a fraction', { usage: { ...batch, seq: 1.5 } }, '/usage/seq'],
    ['no instance', { usage: { ...batch, instance: '' } }, '/usage/instance'],
    ['a number as instance', { usage: { ...batch, instance: 7 } }, '/usage/instance'],
    ['an id that is a path', { plane: { ...status, id: '../p' } }, '/plane/id'],
    ['a negative revision', { plane: { ...status, revision: -1 } }, '/plane/revision'],
    ['another state', { plane: { ...status, state: 'lost' } }, '/plane/state'],
    ['members that do not exist', { plane: { ...status, admin: true } }, '/plane/admin'],
  ])('with %s is invalid, and changes nothing', async (_, body, place) => {
    const { box, report } = await serve()
    const answer = await report(body)
    expect([answer.status, Object.keys((await answer.json()).fieldErrors)]).toEqual([400, [place]])
    expect((await box.gateway.usage()).totals.requests).toBe(0)
    expect((await box.gateway.list()).results).toEqual([])
  })

  it('of more than a megabyte is refused', async () => {
    const { report } = await serve()
    expect((await report({ usage: { ...batch, due: ['x'.repeat(2_000_000)] } })).status).toBe(413)
  })

  it('by anybody without a gateway key is refused', async () => {
    const { url, box, report, key } = await serve()
    await box.apiKeys.create({
      body: { clientId: 'root', name: 'root', clientSecret: 'a secret of the tests', admin: true },
    })
    expect((await report({ plane: status }, 'root:a secret of the tests'.replaceAll(' ', '%20'))).status).toBe(401)
    for (const [headers, expected] of [
      [{ 'Service-Client-Id': 'root', 'Service-Client-Secret': 'a secret of the tests' }, 403],
      [{ Authorization: `Bearer ${key}x` }, 401],
      [{ Authorization: `Bearer sbxg_root_${key.slice(-52)}` }, 401],
      [{}, 401],
    ] as const)
      for (const path of ['snapshot', 'changes?after=0'])
        expect((await fetch(`${url}/api/gateway/${path}`, { headers })).status).toBe(expected)
  })

  it('of more than a thousand data planes of a gateway key is refused', async () => {
    const { box, report } = await serve()
    const ids = Array.from({ length: 1001 }, (_, i) => `p${i}`)
    const codes: number[] = []
    for (const id of ids) codes.push((await report({ plane: { ...status, id } })).status)
    expect(codes.filter((code) => code === 200)).toHaveLength(1000)
    expect(codes.at(-1)).toBe(409)
    expect((await box.gateway.list()).results).toHaveLength(1000)
  }, 60_000)
})
