import type { ChangeEvent } from '@signalbox/core'
import type { SignalboxApi } from '@signalbox/core/contract'
import { describe, expect } from 'vitest'
import { type ApiTest, problem, take } from '../api-test.ts'
import { createAll } from './events.ts'

const named = (events: readonly ChangeEvent[]) => events.map(({ type, key }) => `${type} ${key}`)

async function all(lines: AsyncIterable<ChangeEvent>): Promise<ChangeEvent[]> {
  const events: ChangeEvent[] = []
  for await (const event of lines) events.push(event)
  return events
}

/** Every event of a history, page by page. */
async function pages(api: SignalboxApi, query: Parameters<SignalboxApi['events']['history']>[0]) {
  const all: ChangeEvent[][] = []
  for (let before: number | undefined; ; ) {
    const { results, next } = await api.events.history({ ...query, ...(before !== undefined && { before }) })
    all.push(results)
    if (next === undefined) return all
    before = next
  }
}

/** Past change events, from the newest to the oldest. */
export function describeEventHistory(test: ApiTest, domainNames: readonly string[]): void {
  describe('the history of events', () => {
    test('has the events of the stream, from the newest to the oldest', async ({ api }) => {
      const stream = await api.events.stream()
      await createAll(api, 'a', 'b')
      await api.configs.replace({ id: 'a', body: { id: 'a', value: 'new' } })
      await api.features.delete({ id: 'b' })
      const streamed = await take(stream, 6)
      const { results, next, oldest } = await api.events.history()
      expect(results).toEqual(streamed.toReversed())
      expect(next).toBeUndefined()
      expect(oldest).toBe('2026-01-01T00:00:00.000')
    })

    test('is empty before the first event', async ({ api }) => {
      expect(await api.events.history({ domains: domainNames.join(',') })).toEqual({ results: [] })
    })

    test('goes back further than a stream', async ({ api, clock }) => {
      await createAll(api, 'old')
      clock.advance(3 * 24 * 60 * 60_000)
      await createAll(api, 'new')
      const { results, oldest } = await api.events.history({ domains: 'Feature' })
      expect(named(results)).toEqual(['FEATURE_CREATED new', 'FEATURE_CREATED old'])
      expect(oldest).toBe('2026-01-01T00:00:00.000')
    })

    test('has pages that contain every event once, whatever is written meanwhile', async ({ api }) => {
      await createAll(api, 'a', 'b', 'c')
      const { results } = await api.events.history()
      expect((await pages(api, { limit: 2 })).map((page) => page.length)).toEqual([2, 2, 2])
      const first = await api.events.history({ limit: 4 })
      await createAll(api, 'd')
      const second = await api.events.history({ limit: 4, before: first.next as number })
      expect([...first.results, ...second.results]).toEqual(results)
      expect(second.next).toBeUndefined()
      expect(await api.events.history({ before: 1 })).toEqual({ results: [], oldest: expect.any(String) })
    })

    test('selects events by domain, type, pattern, key and author, which all must fit', async ({ api }) => {
      await createAll(api, 'a', 'a:b', 'c')
      await api.features.delete({ id: 'a:b' })
      const found = async (query: Parameters<SignalboxApi['events']['history']>[0]) =>
        named((await api.events.history(query)).results)
      expect(await found({ domains: 'Config' })).toEqual(['c', 'a:b', 'a'].map((key) => `CONFIG_CREATED ${key}`))
      expect(await found({ domains: 'Config,Feature', patterns: 'a:*,c', types: 'CONFIG_CREATED' })).toEqual([
        'CONFIG_CREATED c',
        'CONFIG_CREATED a:b',
      ])
      expect(await found({ patterns: 'a*', pattern: '*b' })).toEqual([
        'FEATURE_DELETED a:b',
        'CONFIG_CREATED a:b',
        'FEATURE_CREATED a:b',
      ])
      expect(await found({ key: 'a', domains: 'Feature' })).toEqual(['FEATURE_CREATED a'])
      expect(await found({ key: 'a*' })).toEqual([])
      expect(await found({ types: 'FEATURE_DELETED, CONFIG_DELETED' })).toEqual(['FEATURE_DELETED a:b'])
      expect(await found({ author: 'nobody' })).toEqual([])
      const byKey = await pages(api, { key: 'a:b', limit: 1 })
      expect(byKey.flatMap(named)).toEqual(['FEATURE_DELETED a:b', 'CONFIG_CREATED a:b', 'FEATURE_CREATED a:b'])
    })

    test('rejects unknown domains and types', async ({ api }) => {
      await expect(api.events.history({ domains: 'Feature,Colour' })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { domains: [problem('error.enum', ...domainNames)] },
      })
      await expect(api.events.history({ types: 'FEATURE_PAINTED' })).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { types: [expect.objectContaining({ message: 'error.enum' })] },
      })
    })

    test('is downloaded from the oldest event to the newest, up to the newest at the beginning', async ({ api }) => {
      await createAll(api, 'a', 'b')
      const lines = await api.events.exportHistory()
      await createAll(api, 'later')
      const { results } = await api.events.history()
      expect(await all(lines)).toEqual(results.toReversed().slice(0, 4))
      expect(await all(api.events.exportHistory({ author: 'nobody' }))).toEqual([])
    })

    test('is downloaded for the same selections', async ({ api }) => {
      await createAll(api, 'a', 'a:b', 'c')
      await api.features.delete({ id: 'a:b' })
      const found = async (query: Parameters<SignalboxApi['events']['exportHistory']>[0]) =>
        named(await all(api.events.exportHistory(query)))
      expect(await found({ domains: 'Config' })).toEqual(['a', 'a:b', 'c'].map((key) => `CONFIG_CREATED ${key}`))
      expect(await found({ patterns: 'a*', pattern: '*b', types: 'FEATURE_CREATED,FEATURE_DELETED' })).toEqual([
        'FEATURE_CREATED a:b',
        'FEATURE_DELETED a:b',
      ])
      expect(await found({ key: 'c', domains: 'Feature' })).toEqual(['FEATURE_CREATED c'])
      const { results } = await api.events.history()
      const [last, previous] = results as [ChangeEvent, ChangeEvent]
      expect(await found({ after: previous._id })).toEqual(named([last]))
      expect(await found({ after: last._id })).toEqual([])
    })

    test('is downloaded for a time range, with its beginning and without its end', async ({ api, clock }) => {
      const hour = 60 * 60_000
      for (const key of ['0', '1', '2', '3']) {
        await api.configs.create({ body: { id: key, value: key } })
        clock.advance(hour)
      }
      const found = async (query: Parameters<SignalboxApi['events']['exportHistory']>[0]) =>
        (await all(api.events.exportHistory(query))).map(({ key }) => key)
      expect(await found({ since: '2026-01-01T01:00:00' })).toEqual(['1', '2', '3'])
      expect(await found({ since: '2026-01-01T03:00:00+02:00', until: '2026-01-01T03:00:00Z' })).toEqual(['1', '2'])
      expect(await found({ until: '2026-01-01T01:00:00.001' })).toEqual(['0', '1'])
      expect(await found({ since: '2026-01-01', until: '2026-01-02' })).toEqual(['0', '1', '2', '3'])
      expect(await found({ since: '2026-01-02' })).toEqual([])
      expect(await found({ until: '2026-01-01' })).toEqual([])
    })

    test.for([
      [{ since: 'yesterday' }, 'since'],
      [{ until: '2026-13-01' }, 'until'],
      [{ since: '2026-01-02', until: '2026-01-01' }, 'since'],
      [{ after: -1 }, 'after'],
      [{ domains: 'Colour' }, 'domains'],
      [{ types: 'FEATURE_PAINTED' }, 'types'],
    ] as const)('rejects the download of %j', async ([query, name], { api }) => {
      await expect(api.events.exportHistory(query as object)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [name]: [expect.anything()] },
      })
    })

    test.for([{ limit: 0 }, { limit: 1001 }, { before: 0 }])('rejects %j', async (query, { api }) => {
      await expect(api.events.history(query)).rejects.toMatchObject({
        code: 'INVALID',
        fieldErrors: { [Object.keys(query)[0] as string]: [expect.anything()] },
      })
    })
  })
}
