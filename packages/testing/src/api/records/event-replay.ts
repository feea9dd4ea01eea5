import { describe, expect } from 'vitest'
import { type ApiTest, problem, take } from '../api-test.ts'
import { createAll, keys } from './events.ts'

/** Change event streams that start with past events. */
export function describeEventReplay(test: ApiTest): void {
  describe('the stream of events', () => {
    test('replays what follows an event', async ({ api }) => {
      const stream = await api.events.stream()
      await createAll(api, 'a', 'b', 'c')
      const events = await take(stream, 6)
      const lastEventId = events[1]?._id as number
      const expected = events.slice(2)
      expect(await take(await api.events.stream({}, { lastEventId }), 4)).toEqual(expected)
      expect(await take(await api.events.stream({ lastEventId }), 4)).toEqual(expected)
      const domain = 'Config'
      const configs = expected.filter((event) => event.domain === domain)
      expect(await take(await api.events.streamDomain({ domain }, { lastEventId }), 2)).toEqual(configs)
      expect(await take(await api.events.streamDomain({ domain, lastEventId }), 2)).toEqual(configs)
      expect(await take(await api.events.stream({}, { lastEventId: 0 }), 6)).toEqual(events)
    })

    test('continues from replay to new events without gaps or duplicates', async ({ api }) => {
      const whole = await api.events.stream()
      const ids = Array.from({ length: 60 }, (_, n) => `id-${n}`)
      const writing = Promise.all(ids.map((id) => api.configs.create({ body: { id, value: id } })))
      const [first] = await take(whole, 1)
      const resumed = await api.events.stream({}, { lastEventId: (first?._id as number) - 1 })
      const seen = await take(resumed, 60)
      await writing
      expect(seen.map(({ key }) => key).sort()).toEqual(ids.toSorted())
      expect(seen.map(({ _id }) => _id)).toEqual(seen.map(({ _id }) => _id).sort((a, b) => a - b))
    })

    test('can be resumed repeatedly', async ({ api }) => {
      const ids = Array.from({ length: 40 }, (_, n) => `id-${n}`)
      const writing = (async () => {
        for (const id of ids) await api.configs.create({ body: { id, value: id } })
      })()
      const seen: string[] = []
      for (let lastEventId = 0; seen.length < ids.length; ) {
        const events = await take(api.events.stream({ domains: 'Config', lastEventId }), 1 + (seen.length % 5))
        seen.push(...events.map(({ key }) => key))
        lastEventId = events.at(-1)?._id ?? 0
        if (ids.length - seen.length < 5) break
      }
      await writing
      expect(seen).toEqual(ids.slice(0, seen.length))
      expect(seen.length).toBeGreaterThan(35)
    })

    test('replays at most one day', async ({ api, clock }) => {
      const day = 24 * 60 * 60_000
      await createAll(api, 'old', 'older')
      clock.advance(day / 2)
      await createAll(api, 'a')
      clock.advance(day / 2 + 1)
      await createAll(api, 'b')
      expect(await keys(api.events.stream({ lastEventId: 0 }), 4)).toEqual([
        ...['Feature a', 'Config a', 'Feature b', 'Config b'],
      ])
      clock.advance(3 * day)
      const none = api.events.stream({ lastEventId: 0 })
      await none
      await createAll(api, 'c')
      expect(await keys(none, 1)).toEqual(['Feature c'])
    })

    test('starts at the present for an id of the future', async ({ api }) => {
      await createAll(api, 'a')
      const stream = await api.events.stream({}, { lastEventId: Number.MAX_SAFE_INTEGER })
      await createAll(api, 'b')
      expect(await keys(stream, 2)).toEqual(['Feature b', 'Config b'])
    })

    test('rejects an invalid last event id', async ({ api }) => {
      await expect(api.events.stream({ lastEventId: -1 })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { lastEventId: [problem('error.minimum', '0')] },
      })
    })
  })
}
