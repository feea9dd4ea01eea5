import { SignalboxError } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { createClient } from './index.ts'
import { failing, json, scripted } from './scripted.fixture.ts'

const up = { status: 'up' }
const gone = new TypeError('fetch failed')
const body = { id: 'a', value: 1 }

describe('a call without a response', () => {
  it.each([
    ['the connection fails', () => gone],
    ['it answers 503', () => failing(503, 'UNAVAILABLE')],
    ['it answers 429', () => failing(429, 'TOO_MANY_REQUESTS')],
    ['a proxy answers 502', () => new Response('<html>', { status: 502 })],
    ['the answer breaks off', () => new Response('{"status":', { headers: { 'Content-Type': 'application/json' } })],
  ])('is retried when %s', async (_, failure) => {
    const { options, requests } = scripted(failure(), failure(), json(up))
    expect(await createClient(options).health()).toEqual(up)
    expect(requests).toHaveLength(3)
  })

  it('is retried up to a limit, with pauses that double up to a maximum', async () => {
    const { options, waits } = scripted(gone, gone, gone, gone, gone)
    const retry = { limit: 4, delayMs: 100, maxDelayMs: 300 }
    await expect(createClient({ ...options, retry }).health()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(waits).toEqual([100, 200, 300, 300])
  })

  it('waits a random part of the pause', async () => {
    const { options, waits } = scripted(gone, gone, json(up))
    const drawn = [0, 51]
    await createClient({ ...options, random: () => Uint8Array.of(drawn.shift() ?? 0) }).health()
    expect(waits).toEqual([0, 80])
  })

  it('waits as long as Retry-After says, and fails if that is too long', async () => {
    const busy = (seconds: string) => failing(429, 'TOO_MANY_REQUESTS', { 'Retry-After': seconds })
    const patient = scripted(busy('3'), json(up))
    await createClient(patient.options).health()
    expect(patient.waits).toEqual([3200])
    const hurried = scripted(busy('60'), json(up))
    const refused = createClient(hurried.options).health()
    await expect(refused).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfter: 60 })
    expect(hurried.waits).toEqual([])
  })

  it.each<[what: string, call: (api: ReturnType<typeof createClient>) => Promise<unknown>, attempts: number]>([
    ['GET', (api) => api.configs.get({ id: 'a' }), 2],
    ['PUT', (api) => api.configs.replace({ id: 'a', body }), 2],
    ['DELETE', (api) => api.configs.delete({ id: 'a' }), 2],
    ['a POST that only reads', (api) => api.features.checkWith({ id: 'a', body: {} }), 2],
    ['a POST under a key', (api) => api.experiments.won({ id: 'a', clientId: 'c' }, { idempotencyKey: 'k' }), 2],
    ['a POST under no key', (api) => api.experiments.won({ id: 'a', clientId: 'c' }), 1],
    ['a POST that knows no keys', (api) => api.configs.create({ body }, { idempotencyKey: 'k' }), 1],
    ['PATCH', (api) => api.configs.patch({ id: 'a', body: [] }), 1],
    ['PUT under If-Match', (api) => api.configs.replace({ id: 'a', body }, { ifMatch: '"1"' }), 1],
    ['an upload', (api) => api.configs.import({ body: [body] }), 1],
  ])('is retried if it is idempotent: %s', async (_, call, attempts) => {
    const { options, requests } = scripted(gone, json({}))
    await call(createClient(options)).catch(() => {})
    expect(requests).toHaveLength(attempts)
  })

  it.each([400, 401, 403, 404, 409, 412, 500])('is not retried after the status %i', async (status) => {
    const { options, requests } = scripted(failing(status, 'X'), json(up))
    await expect(createClient(options).health()).rejects.toThrow(SignalboxError)
    expect(requests).toHaveLength(1)
  })

  it('is not retried once it is aborted, even during a pause', async () => {
    const reason = new Error('The page is gone')
    const { options, requests } = scripted(gone, json(up))
    const leaving = new AbortController()
    const wait = async () => leaving.abort(reason)
    await expect(createClient({ ...options, wait }).health({}, { signal: leaving.signal })).rejects.toBe(reason)
    expect(requests).toHaveLength(1)
  })
})
