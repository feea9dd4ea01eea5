import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openAdminPort } from '../admin/admin-port.ts'
import type { ObservedGateway } from '../admin/observed-gateway.ts'
import { checkSettings } from '../settings/read-settings.ts'
import { announceStart, createStarting } from './starting.ts'

const at = (path: string) => new Request(`http://127.0.0.1${path}`)

describe('a server that starts', () => {
  it('is live, and answers every other call with how far it has come', async () => {
    const starting = createStarting()
    const live = starting.answer(at('/api/_live'))
    expect([live.status, await live.json()]).toEqual([200, { status: 'up' }])
    const records = { isLoaded: false, loaded: 0 }
    async function answered() {
      const response = starting.answer(at('/api/features'))
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1'])
      const { code, detail, phase, loaded, total } = await response.json()
      expect(code).toBe('UNAVAILABLE')
      return { detail, phase, loaded, total }
    }
    const sentence = (words: string) => `Signalbox is starting: ${words}; try again in a second`
    expect(await answered()).toEqual({
      phase: 'store',
      detail: sentence('its store is being opened, and migrated if necessary'),
    })
    starting.enter('records', () => records)
    expect(await answered()).toEqual({ phase: 'records', detail: sentence('0 records are loaded'), loaded: 0 })
    Object.assign(records, { loaded: 120_000, total: 300_000 })
    expect(await answered()).toEqual({
      phase: 'records',
      detail: sentence('120000 of 300000 records are loaded'),
      loaded: 120_000,
      total: 300_000,
    })
    Object.assign(records, { loaded: 300_000 })
    starting.enter('accounts')
    expect(await answered()).toMatchObject({ phase: 'accounts', loaded: 300_000 })
    starting.enter('gateway')
    expect(await answered()).toMatchObject({
      phase: 'gateway',
      detail: sentence('all records are loaded, and its gateway is compiling its routes'),
      total: 300_000,
    })
  })

  it('tells people how far it has come, and has their browser ask again', async () => {
    const starting = createStarting()
    starting.enter('records', () => ({ isLoaded: false, loaded: 5, total: 7 }))
    const asked = (Accept: string) => starting.answer(new Request('http://127.0.0.1/features', { headers: { Accept } }))
    expect(asked('text/html;q=0, */*').headers.get('Content-Type')).toBe('application/problem+json')
    const page = asked('text/html,*/*')
    expect([page.status, page.headers.get('Refresh'), page.headers.get('Cache-Control')]).toEqual([
      503,
      '1',
      'no-store',
    ])
    expect(await page.text()).toBe(
      'Signalbox is starting: 5 of 7 records are loaded.\nThis page loads automatically when it is ready.\n',
    )
  })

  it('says so on the port for operators, which is open before the store', async () => {
    const starting = createStarting()
    const admin = await openAdminPort(checkSettings({ adminPort: 0 }), { starting })
    onTestFinished(() => admin?.close())
    const ask = async (path: string) => {
      const response = await fetch(`${admin?.url}${path}`)
      return { status: response.status, retry: response.headers.get('Retry-After'), body: await response.json() }
    }
    expect(await ask('/live')).toMatchObject({ status: 200 })
    starting.enter('records', () => ({ isLoaded: false, loaded: 5, total: 7 }))
    const detail = 'Signalbox is starting: 5 of 7 records are loaded; try again in a second'
    for (const path of ['/startup', '/ready'])
      expect(await ask(path)).toEqual({
        status: 503,
        retry: '1',
        body: { status: 'starting', detail, phase: 'records', loaded: 5, total: 7 },
      })
    for (const path of ['/tail', '/captures?api=shop', '/explain/1'])
      expect(await ask(path)).toMatchObject({ status: 503, retry: '1', body: { code: 'UNAVAILABLE', detail } })
    admin?.started({})
    expect(await ask('/startup')).toMatchObject({ status: 200, body: { status: 'started' } })
  })
})

describe('a server that has started', () => {
  it('is ready while its gateway has something to serve, as far as is known if the gateway is silent', async () => {
    const admin = await openAdminPort(checkSettings({ adminPort: 0 }))
    onTestFinished(() => admin?.close())
    let isReady: () => Promise<boolean> = async () => false
    admin?.started({ gateway: { isReady: () => isReady() } as ObservedGateway })
    const ask = async () => {
      const response = await fetch(`${admin?.url}/ready`)
      return [response.status, (await response.json()) as unknown]
    }
    const cold = [503, { status: 'starting', detail: expect.stringContaining('nothing to serve yet') }]
    const ready = [200, { status: 'ready' }]
    const silent = () => new Promise<boolean>(() => {})
    expect(await ask()).toEqual(cold)
    isReady = silent
    expect(await ask()).toEqual(cold)
    isReady = async () => true
    expect(await ask()).toEqual(ready)
    isReady = silent
    expect(await ask()).toEqual(ready)
    admin?.stopping()
    expect(await ask()).toEqual([503, { status: 'stopping', detail: expect.stringContaining('shutting down') }])
  })
})

describe('a long start', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is announced, with its progress every few seconds until it is over', () => {
    const lines: string[] = []
    const starting = createStarting()
    let loaded = 0
    starting.enter('records', () => ({ isLoaded: false, loaded, total: 9 }))
    const over = announceStart(starting, { url: 'http://127.0.0.1:9000', announce: (line) => lines.push(line) })
    vi.advanceTimersByTime(2999)
    expect(lines).toEqual([])
    loaded = 3
    vi.advanceTimersByTime(1)
    loaded = 6
    vi.advanceTimersByTime(5000)
    over()
    vi.advanceTimersByTime(60_000)
    expect(lines).toEqual([
      'Signalbox listens on http://127.0.0.1:9000; /api/_ready returns 200 when it is ready',
      'Signalbox is starting: 3 of 9 records are loaded',
      'Signalbox is starting: 6 of 9 records are loaded',
    ])
  })

  it('is not announced again while nothing changes, such as for a store that is away for hours', () => {
    const lines: string[] = []
    const starting = createStarting()
    const over = announceStart(starting, { url: 'http://127.0.0.1:9000', announce: (line) => lines.push(line) })
    starting.away('postgres://db:5432/box: The database cannot be reached')
    vi.advanceTimersByTime(3 * 3_600_000)
    starting.enter('accounts')
    vi.advanceTimersByTime(5000)
    over()
    expect(lines.slice(1)).toEqual([
      'Signalbox is starting: its store is not available yet, and is tried again',
      'Signalbox is starting: all records are loaded, and its first accounts are being checked',
    ])
    expect(starting.reason).toBeUndefined()
  })
})
