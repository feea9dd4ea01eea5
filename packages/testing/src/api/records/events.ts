import type { ChangeEvent } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem, take } from '../api-test.ts'

const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' }) as const

/** Creates a feature and a config for each id. */
export async function createAll(api: SignalboxApi, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await api.features.create({ body: feature(id) })
    await api.configs.create({ body: { id, value: id } })
  }
}

/** The domains and keys of the first `count` events. */
export const keys = async (stream: AsyncIterable<ChangeEvent>, count: number): Promise<string[]> =>
  (await take(stream, count)).map(({ domain, key }) => `${domain} ${key}`)

/** Change event streams, for the domains listed. */
export function describeEvents(test: ApiTest, domainNames: readonly string[]): void {
  describe('the stream of events', () => {
    test('contains later changes, in order, with growing ids', async ({ api, clock }) => {
      await createAll(api, 'before')
      const stream = await api.events.stream()
      await api.features.create({ body: feature('a') })
      clock.advance(1500)
      await api.features.replace({ id: 'a', body: { ...feature('a'), enabled: false } })
      await api.features.delete({ id: 'a' })
      await api.configs.create({ body: { id: 'c', value: 1 } })
      const events = await take(stream, 4)
      const authInfo = expect.objectContaining({ id: expect.any(String), kind: expect.any(String) })
      expect(events).toEqual([
        {
          _id: expect.any(Number),
          type: 'FEATURE_CREATED',
          key: 'a',
          domain: 'Feature',
          payload: feature('a'),
          timestamp: '2026-01-01T00:00:00.000',
          authInfo,
        },
        {
          _id: expect.any(Number),
          type: 'FEATURE_UPDATED',
          key: 'a',
          domain: 'Feature',
          payload: { ...feature('a'), enabled: false },
          oldValue: feature('a'),
          timestamp: '2026-01-01T00:00:01.500',
          authInfo,
        },
        expect.objectContaining({ type: 'FEATURE_DELETED', payload: { ...feature('a'), enabled: false } }),
        expect.objectContaining({ type: 'CONFIG_CREATED', domain: 'Config', payload: { id: 'c', value: 1 } }),
      ])
      const ids = events.map(({ _id }) => _id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true)
    })

    test('wakes a waiting reader', async ({ api }) => {
      const stream = await api.events.stream()
      const waiting = take(stream, 1)
      await createAll(api, 'a')
      expect((await waiting)[0]).toMatchObject({ key: 'a' })
    })

    test('loses nothing if it is read late', async ({ api }) => {
      const stream = await api.events.stream({ domains: 'Config' })
      await api.configs.import({ body: Array.from({ length: 700 }, (_, n) => ({ id: `id-${n}`, value: n })) })
      expect((await take(stream, 700)).map(({ payload }) => payload)).toEqual(
        Array.from({ length: 700 }, (_, n) => ({ id: `id-${n}`, value: n })),
      )
    })

    test('can be opened many times', async ({ api }) => {
      const streams = await Promise.all([api.events.stream(), api.events.stream(), api.events.stream()])
      await createAll(api, 'a', 'b')
      const [first, ...others] = await Promise.all(streams.map((stream) => take(stream, 4)))
      for (const other of others) expect(other).toEqual(first)
    })

    test('contains the requested domains and patterns', async ({ api }) => {
      const all = await api.events.stream()
      const one = await api.events.stream({ domains: 'Config' })
      const two = await api.events.stream({ domains: 'Feature, Config', patterns: 'a:*,c' })
      const other = await api.events.stream({ domains: 'Feature', pattern: '*,!a:*' })
      await createAll(api, 'a', 'a:b', 'c')
      expect(await keys(all, 6)).toEqual(['a', 'a:b', 'c'].flatMap((key) => [`Feature ${key}`, `Config ${key}`]))
      expect(await keys(one, 3)).toEqual(['Config a', 'Config a:b', 'Config c'])
      expect(await keys(two, 4)).toEqual(['Feature a:b', 'Config a:b', 'Feature c', 'Config c'])
      expect(await keys(other, 2)).toEqual(['Feature a', 'Feature c'])
    })

    test('of one domain contains only that domain', async ({ api }) => {
      const stream = await api.events.streamDomain({ domain: 'Config' })
      const some = await api.events.streamDomain({ domain: 'Feature', patterns: 'a:*' })
      await createAll(api, 'a', 'a:b', 'c')
      expect(await keys(stream, 3)).toEqual(['Config a', 'Config a:b', 'Config c'])
      expect(await keys(some, 1)).toEqual(['Feature a:b'])
    })

    test('contains the requested types', async ({ api }) => {
      const created = await api.events.stream({ types: 'FEATURE_CREATED, CONFIG_CREATED' })
      const deleted = await api.events.stream({ domains: 'Feature,Config', types: 'FEATURE_DELETED', patterns: 'b' })
      const one = await api.events.streamDomain({ domain: 'Feature', types: 'FEATURE_DELETED,CONFIG_CREATED' })
      await createAll(api, 'a', 'b')
      await api.features.delete({ id: 'a' })
      await api.features.delete({ id: 'b' })
      const types = async (stream: AsyncIterable<ChangeEvent>, count: number) =>
        (await take(stream, count)).map(({ type, key }) => `${type} ${key}`)
      expect(await keys(created, 4)).toEqual(['Feature a', 'Config a', 'Feature b', 'Config b'])
      expect(await types(deleted, 1)).toEqual(['FEATURE_DELETED b'])
      expect(await types(one, 2)).toEqual(['FEATURE_DELETED a', 'FEATURE_DELETED b'])
    })

    test.for(['FEATURE_PAINTED', '', 'FEATURE_CREATED,feature_deleted'])(
      'rejects the types %j',
      async (types, { api }) => {
        const refusal = {
          code: 'INVALID',
          fieldErrors: { types: [expect.objectContaining({ message: 'error.enum' })] },
        }
        await expect(api.events.stream({ types })).rejects.toMatchObject(refusal)
        await expect(api.events.streamDomain({ domain: 'Feature', types })).rejects.toMatchObject(refusal)
      },
    )

    test('can be read without awaiting it first', async ({ api }) => {
      await createAll(api, 'a', 'b')
      const { _id: lastEventId = 0 } = (await take(api.events.stream({ lastEventId: 0 }), 1))[0] ?? {}
      const seen: string[] = []
      for await (const { domain, key } of api.events.stream({ lastEventId })) {
        seen.push(`${domain} ${key}`)
        if (seen.length === 3) break
      }
      expect(seen).toEqual(['Config a', 'Feature b', 'Config b'])
      const reading = take(api.events.streamDomain({ domain: 'Config', lastEventId: -1 }), 1)
      await expect(reading).rejects.toMatchObject({ code: 'INVALID' })
    })

    test('ends when its signal aborts, even for a waiting reader', async ({ api }) => {
      const stop = new AbortController()
      const iterator = (await api.events.stream({}, { signal: stop.signal }))[Symbol.asyncIterator]()
      await api.features.create({ body: feature('a') })
      expect(await iterator.next()).toMatchObject({ done: false, value: { key: 'a' } })
      const waiting = iterator.next()
      stop.abort()
      expect((await waiting).done).toBe(true)
    })

    test('can be returned by a waiting reader', async ({ api }) => {
      const iterator = (await api.events.stream())[Symbol.asyncIterator]()
      const waiting = iterator.next()
      await iterator.return?.()
      expect(await waiting).toEqual({ done: true, value: undefined })
      expect(await iterator.next()).toEqual({ done: true, value: undefined })
    })

    test.for(['Nothing', 'feature', '', 'Feature,,Config', 'Feature,Colour'])(
      'rejects the domains %j',
      async (domains, { api }) => {
        await expect(api.events.stream({ domains })).rejects.toMatchObject({
          code: 'INVALID',
          fieldErrors: { domains: [problem('error.enum', ...domainNames)] },
        })
      },
    )

    test.for(['Nothing', 'feature'])('rejects the domain %j', async (domain, { api }) => {
      await expect(api.events.streamDomain({ domain: domain as never })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { domain: [problem('error.enum', ...domainNames)] },
      })
    })
  })
}
