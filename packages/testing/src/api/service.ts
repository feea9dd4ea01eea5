import { describe, expect } from 'vitest'
import { type ApiTest, emitted, problem } from './api-test.ts'

/** Operations of the service as a whole, which belong to no kind of record. */
export function describeService(test: ApiTest): void {
  describe('search', () => {
    const value = 1
    const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const

    test('finds records of all kinds by their ids', async ({ api }) => {
      await api.features.import({ body: ['a:b', 'a:c', 'd'].map(feature) })
      await api.configs.import({ body: ['a:b', 'e'].map((id) => ({ id, value })) })
      expect(await api.search({ pattern: 'a:*' })).toEqual({
        results: [
          { domain: 'Feature', id: 'a:b' },
          { domain: 'Feature', id: 'a:c' },
          { domain: 'Config', id: 'a:b' },
        ],
      })
      expect((await api.search()).results).toHaveLength(5)
      expect(await api.search({ pattern: '' })).toEqual({ results: [] })
    })

    test('finds up to the limit, at most 50', async ({ api }) => {
      await api.features.import({ body: Array.from({ length: 40 }, (_, n) => feature(`id-${n}`)) })
      await api.configs.import({ body: Array.from({ length: 40 }, (_, n) => ({ id: `id-${n}`, value })) })
      expect((await api.search()).results).toHaveLength(50)
      expect((await api.search({ limit: 50 })).results).toHaveLength(50)
      expect((await api.search({ limit: 45 })).results.map(({ domain }) => domain).sort()).toEqual([
        ...Array(5).fill('Config'),
        ...Array(40).fill('Feature'),
      ])
      expect((await api.search({ limit: 1 })).results).toEqual([{ domain: 'Feature', id: 'id-0' }])
    })

    test('rejects other limits', async ({ api }) => {
      const maximum = { code: 'INVALID', fieldErrors: { limit: [problem('error.maximum', '50')] } }
      const minimum = { code: 'INVALID', fieldErrors: { limit: [problem('error.minimum', '1')] } }
      await expect(api.search({ limit: 51 })).rejects.toMatchObject(maximum)
      await expect(api.search({ limit: 0 })).rejects.toMatchObject(minimum)
    })
  })

  describe('sinks', () => {
    test('are listed: there are none unless the program has some', async ({ api }) => {
      expect(await api.sinks.list()).toEqual({ results: [] })
    })

    test('that do not exist get no records', async ({ api }) => {
      await expect(api.sinks.resync({ id: 'audit' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('health', () => {
    test('returns the status and the evaluation settings', async ({ api }) => {
      expect(await api.health()).toEqual({
        status: 'up',
        timeZone: 'UTC',
        bucketing: 'murmur3',
        assignment: 'balanced',
      })
    })

    test('responds for liveness', async ({ api }) => {
      expect(await api.liveness()).toEqual({ status: 'up' })
    })

    test('responds for readiness, once features are loaded', async ({ api }) => {
      await api.features.list({ active: true })
      expect(await api.readiness()).toEqual({
        status: 'ready',
        loaded: expect.any(Number),
        store: 'up',
        lag: 0,
      })
    })
  })

  describe('the description of an instance', () => {
    const event = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } as const

    test('has its settings, its start, and the newest event', async ({ api, clock }) => {
      clock.advance(60_000)
      const { events, store, duties, ...rest } = await api.about()
      expect(rest).toEqual({
        started: '2026-01-01T00:00:00.000',
        timeZone: 'UTC',
        bucketing: 'murmur3',
        assignment: 'balanced',
      })
      expect(duties).toEqual([])
      expect(store === undefined || typeof store === 'string').toBe(true)
      const [created] = await emitted(api, () => api.features.create({ body: event }))
      const later = await api.about()
      expect(later.events.head).toBeGreaterThanOrEqual(created!._id)
      expect(later.events.head).toBeGreaterThan(events.head)
    })

    test('lists what reads the log, and how far it has got', async ({ api }) => {
      const stream = (await api.events.stream())[Symbol.asyncIterator]()
      const next = stream.next()
      await api.features.create({ body: event })
      await next
      await stream.return?.()
      const readers = ['state', 'event-streams'].map((name) => ({ name, behind: 0, lag: 0 }))
      await expect
        .poll(async () => (await api.about()).events.consumers)
        .toEqual(expect.arrayContaining(readers.map((reader) => expect.objectContaining(reader))))
      const { events } = await api.about()
      for (const { position } of events.consumers) expect(position).toBeLessThanOrEqual(events.head)
    })

    test('counts the event streams that are open', async ({ api }) => {
      const open = async () => (await api.about()).events.streams
      expect(await open()).toBe(0)
      const stream = (await api.events.stream())[Symbol.asyncIterator]()
      const next = stream.next()
      await api.features.create({ body: event })
      await next
      expect(await open()).toBe(1)
      await stream.return?.()
      await expect.poll(open).toBe(0)
    })
  })
}
