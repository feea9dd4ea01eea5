import { gunzipSync, gzipSync } from 'node:zlib'
import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createGateway } from '../create-gateway.ts'
import type { Gateway } from '../gateway.ts'
import { type Control, gatewayKey, memoryState, startControl } from './control.fixture.ts'
import { followGateway } from './follow-gateway.ts'

const plan = { id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' }
const secret = 'the secret key of a backend'

const apiAt = (id: string, paths: readonly string[], plans: readonly object[] = []) => ({
  ...{ id, name: id, context_path: `/${id}`, documentation: { plans } },
  backends: [{ id: 'b', backend: { targets: [{ hostname: '127.0.0.1', port: 9 }], tls_config: { key: secret } } }],
  routes: [{ id: 'all', backend: 'b', frontend: { paths } }],
})

async function publish(box: Control['box'], id: string, paths: readonly string[], plans: readonly object[] = []) {
  const body = apiAt(id, paths, plans) as never
  await box.apis.draft.patch({ id, body }).catch(() => box.apis.create({ body }))
  await box.apis.deployments.create({ id, body: {} })
}

async function openBox() {
  const box = createSignalbox()
  onTestFinished(() => box.close())
  await publish(box, 'shop', ['/orders'])
  return box
}

async function openControl() {
  const control = await startControl(await openBox())
  onTestFinished(() => control.close())
  return control
}

type Options = Partial<Parameters<typeof followGateway>[0]>

/** A data plane that follows a control plane. */
function follow(control: Pick<Control, 'url'>, options: Options = {}) {
  const reported: string[] = []
  const report = (error: unknown) => void reported.push((error as Error).message)
  const source = followGateway({ from: control.url, key: gatewayKey, report, version: '1.2.3', ...options })
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
  const fast = (bytes: number) => (bytes === 1 ? new Uint8Array(1).fill(10) : random(bytes))
  const gateway = createGateway({ source, report, random: fast, ...(options.clock && { clock: options.clock }) })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= gateway.close({ drainMs: 0 })
    return closing
  }
  onTestFinished(close)
  return { gateway, source, reported, close }
}

const serves = (gateway: Gateway, path: string) =>
  gateway.explain({ url: `http://x.example${path}` }).outcome === 'route'

const until = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe('a data plane in another process', () => {
  it('serves what its control plane has published, and follows changes', async () => {
    const control = await openControl()
    const { gateway, source } = follow(control)
    expect(gateway.status().state).toBe('cold')
    await gateway.ready()
    expect(serves(gateway, '/shop/orders')).toBe(true)
    expect([source.zone, source.assignment, gateway.status().state]).toEqual(['Europe/Paris', 'hash', 'fresh'])
    await publish(control.box, 'shop', ['/baskets'])
    await until(() => expect(serves(gateway, '/shop/baskets')).toBe(true))
    await control.box.apis.delete({ id: 'shop', force: true })
    await until(() => expect(serves(gateway, '/shop/baskets')).toBe(false))
  })

  it('reports its state with its version', async () => {
    const control = await openControl()
    const { gateway } = follow(control)
    await gateway.ready()
    const { revision, id } = gateway.status()
    await until(() =>
      expect(control.reports).toContainEqual({ plane: expect.objectContaining({ id, version: '1.2.3' }) }),
    )
    expect(revision).toBeGreaterThan(0)
  })

  it('reports where clients reach it, and the APIs whose requests fail', async () => {
    const control = await openControl()
    const { gateway } = follow(control)
    await gateway.ready()
    gateway.listensOn('http://edge.example:9080')
    for (let i = 0; i < 3; i++)
      expect((await gateway.fetch(new Request('http://a.example/shop/orders'))).status).toBe(502)
    const outcomes = [expect.objectContaining({ api: 'shop', requests: 3, failed: 3 })]
    await until(() =>
      expect(control.reports).toContainEqual({
        plane: expect.objectContaining({ url: 'http://edge.example:9080', outcomes }),
      }),
    )
  })

  it('learns secrets, which travel sealed', async () => {
    const control = await openControl()
    const { source } = follow(control)
    const units = []
    for await (const unit of source.snapshot()) units.push(unit)
    expect(JSON.stringify(units)).toContain(secret)
    expect(control.sent).toContain('"$sealed"')
    for (const form of [secret, btoa(secret), Buffer.from(secret).toString('hex')])
      expect(control.sent).not.toContain(form)
  })

  it('goes on where it was when the connection is lost', async () => {
    const control = await openControl()
    const { gateway } = follow(control)
    await gateway.ready()
    await until(() => expect(control.asked.some((one) => one.startsWith('changes'))).toBe(true))
    control.drop()
    await publish(control.box, 'shop', ['/later'])
    await until(() => expect(serves(gateway, '/shop/later')).toBe(true))
    expect(control.asked.filter((one) => one === 'snapshot')).toHaveLength(1)
  })

  it('reads everything again when changes are lost, and forgets what is gone', async () => {
    const control = await openControl()
    await publish(control.box, 'other', ['/'])
    const { gateway } = follow(control)
    await gateway.ready()
    await until(() => expect(control.asked.some((one) => one.startsWith('changes'))).toBe(true))
    await control.close()
    await control.box.apis.delete({ id: 'other', force: true })
    control.isGap = true
    await control.listen(control.port)
    await until(() => expect(serves(gateway, '/other')).toBe(false))
    expect(serves(gateway, '/shop/orders')).toBe(true)
  })

  it('follows a control plane that was restored from a backup', async () => {
    const control = await openControl()
    const backup = await openBox()
    await publish(control.box, 'other', ['/'])
    const { gateway } = follow(control)
    await gateway.ready()
    await until(() => expect(control.asked.some((one) => one.startsWith('changes'))).toBe(true))
    control.box = backup
    control.isGap = true
    control.drop()
    await until(() => expect(serves(gateway, '/other')).toBe(false))
    await publish(control.box, 'shop', ['/new'])
    await until(() => expect(serves(gateway, '/shop/new')).toBe(true))
  })
})

describe('a control plane that refuses', () => {
  it('is asked slowly when the key was deleted; what is served stays', async () => {
    const control = await openControl()
    const { gateway, reported } = follow(control)
    await gateway.ready()
    await until(() => expect(control.reports).toHaveLength(1))
    control.key = 'another'
    control.drop()
    await until(() => expect(reported.join()).toContain('rejects the gateway key (401)'))
    const { length } = control.asked
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(control.asked).toHaveLength(length)
    expect(serves(gateway, '/shop/orders')).toBe(true)
    expect(reported.join()).not.toContain(gatewayKey)
  })

  it.each([
    ['a newer format', (control: Control) => (control.format = { kind: 'format', format: 2 }), 'update the data plane'],
    [
      'a redirect',
      (control: Control) => (control.answer = (it) => it.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end()),
      'redirects to another address',
    ],
    ['another key', (control: Control) => (control.key = 'another'), 'rejects the gateway key'],
    ['nonsense', (control: Control) => (control.answer = (it) => it.end('<html>')), 'sent an invalid response'],
  ])('leaves a data plane cold that has nothing: %s', async (_, change, told) => {
    const control = await openControl()
    change(control)
    const { gateway, reported } = follow(control)
    await until(() => expect(reported.join()).toContain(told))
    const response = await gateway.fetch(new Request('http://x.example/shop/orders'))
    expect([response.status, gateway.status().state]).toEqual([503, 'cold'])
  })
})

describe('what counts as contact with the control plane', () => {
  /** A data plane with its own clock, which has had an answer of its control plane. */
  async function heard() {
    const control = await openControl()
    const time = { now: Date.now() }
    const plane = follow(control, { clock: () => time.now })
    await plane.gateway.ready()
    await until(() => expect(control.asked.some((one) => one.startsWith('changes'))).toBe(true))
    const asks = async (count: number) => {
      const { length } = control.asked
      await until(() => expect(control.asked.length).toBeGreaterThanOrEqual(length + count))
    }
    return { control, time, ...plane, asks }
  }

  it('is a stream whose units this version reads, with its heartbeats', async () => {
    const { control, time, source, gateway } = await heard()
    time.now += 60_000
    expect(gateway.status().state).toBe('stale')
    await publish(control.box, 'shop', ['/later'])
    await until(() => expect(source.heard?.()).toBe(time.now))
    time.now += 60_000
    await until(() => expect(source.heard?.()).toBe(time.now))
    expect(gateway.status().state).toBe('fresh')
  })

  it('is no stream of a newer format, as after an update of the control plane', async () => {
    const { control, time, source, gateway, reported } = await heard()
    control.format = { kind: 'format', format: 2 }
    time.now += 10_000
    control.drop()
    await until(() => expect(reported.join()).toContain('update the data plane'))
    expect(source.heard?.()).toBeLessThan(time.now)
    time.now += 10_000
    expect(gateway.status().state).toBe('stale')
  })

  it('is no stream whose units cannot be opened, nor its heartbeats', async () => {
    const { control, time, source, gateway, reported, asks } = await heard()
    control.isSpoilt = true
    await publish(control.box, 'shop', ['/later'])
    await until(() => expect(reported.join()).toContain('cannot be opened'))
    time.now += 10_000
    await asks(4)
    expect(source.heard?.()).toBeLessThan(time.now)
    time.now += 10_000
    await asks(4)
    expect(gateway.status().state).toBe('stale')
  })

  it('is no snapshot without its end', async () => {
    const control = await openControl()
    control.isCut = true
    const { source, reported } = follow(control)
    await until(() => expect(reported.join()).toContain('ended too early'))
    expect(source.heard?.()).toBe(0)
  })
})

describe('what a data plane keeps', () => {
  /** A data plane that has kept its snapshot. */
  async function kept() {
    const control = await openControl()
    await publish(control.box, 'guarded', ['/'], [plan])
    await control.box.subscriptions.create({ body: { api_ref: 'guarded', plan_ref: 'keys' } })
    const state = memoryState()
    const { gateway, close } = follow(control, { state })
    await gateway.ready()
    await until(() => expect(control.reports).toHaveLength(1))
    await close()
    await control.close()
    const lines = gunzipSync(state.files.get('snapshot.ndjson.gz') as Uint8Array).toString()
    return { control, state, lines }
  }

  it('is served by the next process, also without the control plane', async () => {
    const { control, state } = await kept()
    const { gateway, source } = follow(control, { state })
    await gateway.ready()
    expect(serves(gateway, '/shop/orders')).toBe(true)
    expect([source.zone, source.secret]).toEqual(['Europe/Paris', new Uint8Array(32).fill(7)])
    await publish(control.box, 'shop', ['/meanwhile'])
    await control.listen(control.port)
    await until(() => expect(serves(gateway, '/shop/meanwhile')).toBe(true))
  })

  it('says when the control plane was heard of', async () => {
    const { control, state } = await kept()
    const now = Date.now() + 86_500_000
    const { gateway } = follow(control, { state, clock: () => now })
    await gateway.ready()
    expect(gateway.status().state).toBe('stale')
    const { refused } = gateway.explain({ url: 'http://x.example/guarded' })
    expect([refused?.cause, serves(gateway, '/shop/orders')]).toEqual(['errors.gateway.stale', true])
  })

  const causeIn = (gateway: Gateway) => gateway.explain({ url: 'http://x.example/guarded' }).refused?.cause

  it('is of unknown age when a newer snapshot was there before', async () => {
    const { control, state } = await kept()
    const older = state.files.get('snapshot.ndjson.gz') as Uint8Array
    await publish(control.box, 'shop', ['/newer'])
    await control.listen(control.port)
    const next = follow(control, { state })
    await until(() => expect(serves(next.gateway, '/shop/newer')).toBe(true))
    await next.close()
    await control.close()
    const last = follow(control, { state })
    await last.gateway.ready()
    expect(causeIn(last.gateway)).not.toBe('errors.gateway.stale')
    await last.close()
    state.files.set('snapshot.ndjson.gz', older)
    const { gateway } = follow(control, { state })
    await gateway.ready()
    expect([causeIn(gateway), serves(gateway, '/shop/orders')]).toEqual(['errors.gateway.stale', true])
  })

  it('is of unknown age when it says that the control plane was heard of later than now', async () => {
    const { control, state } = await kept()
    const { gateway } = follow(control, { state, clock: () => Date.now() - 60_000 })
    await gateway.ready()
    expect(causeIn(gateway)).toBe('errors.gateway.stale')
  })

  it('does not say that it is newer than it is, when the disk was full for snapshots alone', async () => {
    const { control, state } = await kept()
    const before = new TextDecoder().decode(state.files.get('contact.txt'))
    const full = {
      ...state,
      async write(name: string, bytes: Uint8Array) {
        if (name !== 'contact.txt') throw new Error('No space left on device')
        await state.write(name, bytes)
      },
    }
    await publish(control.box, 'shop', ['/newer'])
    await control.listen(control.port)
    const { gateway, close } = follow(control, { state: full })
    await until(() => expect(serves(gateway, '/shop/newer')).toBe(true))
    await close()
    expect(new TextDecoder().decode(state.files.get('contact.txt'))).toBe(before)
  })

  it('has no secret in the clear', async () => {
    const { lines } = await kept()
    expect(lines).toContain('"$sealed"')
    for (const form of [secret, btoa(secret), Buffer.from(secret).toString('hex')]) expect(lines).not.toContain(form)
  })

  it('is not used when the gateway key is another one', async () => {
    const { control, state } = await kept()
    const { gateway, reported } = follow(control, { state, key: 'sbxg_edge_another' })
    await until(() => expect(reported.join()).toContain('was written under another gateway key'))
    expect(gateway.status().state).toBe('cold')
    await until(() =>
      expect([...state.files.keys()].sort()).toEqual(['contact.txt.broken', 'snapshot.ndjson.gz.broken']),
    )
  })

  it.each([
    ['truncated', (lines: string) => gzipSync(lines).subarray(0, -20)],
    ['cut after a line', (lines: string) => gzipSync(`${lines.split('\n').slice(0, -2).join('\n')}\n`)],
    ['changed by one byte', (lines: string) => gzipSync(lines.replace('/orders', '/ordert'))],
    ['with lines swapped', (lines: string) => gzipSync(swapped(lines))],
    ['with a line less', (lines: string) => gzipSync(lines.split('\n').toSpliced(2, 1).join('\n'))],
    ['compressed by nobody', (lines: string) => Buffer.from(lines)],
  ])('is set aside, and told, when it is %s', async (_, change) => {
    const { control, state, lines } = await kept()
    state.files.set('snapshot.ndjson.gz', change(lines))
    const { gateway, reported } = follow(control, { state })
    await until(() => expect(reported.join()).toContain('The kept snapshot snapshot.ndjson.gz is not used'))
    expect(gateway.status().state).toBe('cold')
    expect(state.files.has('snapshot.ndjson.gz.broken')).toBe(true)
    await control.listen(control.port)
    await gateway.ready()
    expect(serves(gateway, '/shop/orders')).toBe(true)
  })
})

function swapped(text: string): string {
  const lines = text.split('\n')
  return [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n')
}

describe('the address and the key', () => {
  it.each([
    'http://signalbox.example.com',
    'http://10.0.0.1:9000',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://[::2]/',
  ])('refuses %s, where the key would travel in the clear', (from) => {
    expect(() => followGateway({ from, key: gatewayKey })).toThrow('Plain http is accepted for loopback addresses only')
  })

  it.each(['ftp://a', 'nonsense', 'https://user:word@a', 'https://a/?b'])('refuses %s', (from) => {
    expect(() => followGateway({ from, key: gatewayKey })).toThrow(RangeError)
  })

  it.each(['https://a', 'http://localhost:9000', 'http://127.0.0.2', 'http://[::1]:9000/base/'])('takes %s', (from) => {
    expect(() => followGateway({ from, key: gatewayKey })).not.toThrow()
  })

  it('does not report what was used before the first snapshot, which counts it already', async () => {
    const fetch = async () => new Response('{}', { headers: { 'Content-Type': 'application/json' } })
    const source = followGateway({ from: 'https://a', key: gatewayKey, fetch })
    await expect(source.report?.({} as never)).rejects.toThrow('was not reached yet')
  })

  it('does not show a key that is invalid', () => {
    expect(() => followGateway({ from: 'https://a', key: 'my secret' })).toThrow(/^(?!.*my secret).*sbxg_/)
  })
})
