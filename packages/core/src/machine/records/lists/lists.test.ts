import { Type } from 'typebox'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../../../memory/store.ts'
import type { Change, Index, Store } from '../../../ports.ts'
import { createSignalbox } from '../../../signalbox.ts'
import { object, output } from '../../schema/schema.ts'
import { defineResource } from '../resource.ts'

const COUNT = 5000

/** Every hundredth subscription belongs to one client; there are three APIs. */
const subscription = (n: number) => ({
  id: `s-${String(n).padStart(5, '0')}`,
  name: `name ${(n * 7919) % COUNT}`,
  description: '',
  enabled: true,
  api_ref: ['shop', 'shop-eu', 'bank'][n % 3],
  plan_ref: 'gold',
  owner_ref: n % 100 === 0 ? 'ann' : `client-${n}`,
  subscription_kind: 'apikey',
  token_refs: [],
  dates: {},
  tags: [],
  metadata: {},
})

/** A box with many subscriptions, and a count of the records read since. */
async function counted() {
  const store = memoryStore()
  const read = { records: 0, entries: 0 }
  async function* noting<T>(entries: AsyncIterable<T>, what: keyof typeof read = 'records'): AsyncGenerator<T> {
    for await (const entry of entries) {
      read[what]++
      yield entry
    }
  }
  const counting: Store = {
    ...store,
    scan: (collection, options) =>
      collection === 'subscriptions' ? noting(store.scan(collection, options)) : store.scan(collection, options),
    async get(collection, key) {
      if (collection === 'subscriptions') read.records++
      return store.get(collection, key)
    },
    index: async (collection, member) => countedIndex(await store.index?.(collection, member)),
    indexWithin: async (collection, member, within) =>
      countedIndex(await store.indexWithin?.(collection, member, within)),
  }
  const countedIndex = (index: Index | undefined): Index | undefined =>
    index && {
      ...index,
      keys: (...args) => noting(index.keys(...args), 'entries'),
      pick(keys) {
        read.records += keys.length
        return index.pick(keys)
      },
    }
  const changes = Array.from({ length: COUNT }, (_, n): Change => {
    const value = subscription(n)
    return { op: 'put', collection: 'subscriptions', key: value.id, value }
  })
  const box = createSignalbox({ store: counting })
  onTestFinished(() => box.close())
  await box.subscriptions.list({})
  await store.commit(changes, [])
  const someone = (pattern: string) =>
    box.as({ id: 'someone', authorizedPatterns: [{ pattern, rights: [], domains: ['Subscription'] }] })
  return { box, someone, read }
}

describe('a list of many records', () => {
  it('reads only its page if an index applies', async () => {
    const { box, someone, read } = await counted()
    const calls = [
      () => box.subscriptions.list({ filter: { owner_ref: 'ann' } }),
      () => box.subscriptions.list({ filter: { owner_ref: 'nobody' } }),
      () => box.subscriptions.list({ filter: { api_ref: 'shop' }, page: 50 }),
      () => box.subscriptions.list({ sorted: 'name', page: 7 }),
      () => box.subscriptions.list({ sorted: 'owner_ref:desc' }),
      () => box.subscriptions.list({ filter: { plan_ref: 'gold' } }),
      () => box.subscriptions.list({ filter: { plan_ref: 'gold', api_ref: 'shop' }, page: 50 }),
      () => box.subscriptions.list({ filter: { plan_ref: 'gold', owner_ref: 'ann' } }),
      () => box.subscriptions.list({ filter: { plan_ref: 'gold' }, sorted: 'name:desc', page: 20 }),
      () => box.subscriptions.list({ filter: { api_ref: 'shop' }, sorted: 'name' }),
      () => box.subscriptions.list({ pattern: 's-0*', filter: { plan_ref: 'gold' } }),
      () => box.subscriptions.list({ pattern: 's-0*', sorted: 'name' }),
      () => box.subscriptions.list({ sorted: 'plan_ref,api_ref:desc,name' }),
      () => someone('shop').subscriptions.list({ filter: { plan_ref: 'gold' } }),
      () => someone('shop').subscriptions.list({ sorted: 'name' }),
      () => someone('shop*').subscriptions.list({ page: 3 }),
      () => someone('*').subscriptions.list({}),
    ]
    for (const call of calls) {
      read.records = 0
      await call()
      expect(read.records).toBeLessThanOrEqual(15)
    }
    read.records = 0
    expect(await someone('shop,shop-*').subscriptions.count({})).toEqual({ count: 3334 })
    expect(read.records).toBe(0)
  })

  it('reads the matches of the narrowest of several conditions', async () => {
    const { box, someone, read } = await counted()
    const filter = { owner_ref: 'ann', api_ref: 'shop', 'dates.created_at': '1' }
    const calls = [
      () => box.subscriptions.list({ filter }),
      () => box.subscriptions.list({ filter: { owner_ref: 'ann' }, sorted: 'name:desc' }),
      () => someone('shop*').subscriptions.list({ filter: { owner_ref: 'ann' } }),
      () => someone('shop*').subscriptions.list({ filter: { owner_ref: 'ann' }, pattern: '*1*' }),
      () => box.subscriptions.list({ sorted: 'name,owner_ref:desc' }),
    ]
    for (const call of calls) {
      read.records = 0
      await call()
      expect(read.records).toBeGreaterThan(0)
      expect(read.records).toBeLessThanOrEqual(50 + 15)
    }
  })

  it('reads few entries of indexes, however many records match two filters or precede the page', async () => {
    const { box, read } = await counted()
    const filter = { plan_ref: 'gold', api_ref: 'shop' }
    const calls = [
      () => box.subscriptions.list({ filter }),
      () => box.subscriptions.list({ filter, page: 50 }),
      () => box.subscriptions.list({ filter, sorted: 'name' }),
      () => box.subscriptions.list({ filter: { api_ref: 'shop' }, sorted: 'name', page: 50 }),
      () => box.subscriptions.list({ filter: { api_ref: 'shop' }, sorted: 'name:desc', page: 50 }),
      () => box.subscriptions.list({ filter: { api_ref: 'shop' }, sorted: 'api_ref', page: 50 }),
      () => box.subscriptions.list({ filter: { owner_ref: 'ann', plan_ref: 'gold' } }),
      () => box.subscriptions.list({ sorted: 'api_ref,name', page: 50 }),
    ]
    for (const call of calls) {
      await call() // has indexes of two members built
      await expect
        .poll(async () => {
          Object.assign(read, { records: 0, entries: 0 })
          await call()
          return Math.max(read.records, read.entries / 20)
        })
        .toBeLessThanOrEqual(15)
    }
  })

  it('returns and counts only the matches of all conditions', async () => {
    const { box, someone } = await counted()
    const { results: ofAnn } = await box.subscriptions.list({ filter: { owner_ref: 'ann' }, pageSize: 1000 })
    const ofBoth = ofAnn.filter(({ api_ref }) => api_ref === 'shop')
    expect(ofBoth.length).toBeGreaterThan(5)
    expect(ofBoth.length).toBeLessThan(ofAnn.length)
    const filter = { owner_ref: 'ann', api_ref: 'shop' }
    for (const api of [box, someone('shop*')]) {
      const { results, metadata } = await api.subscriptions.list({ filter, pageSize: 5 })
      expect([results, metadata.count]).toEqual([ofBoth.slice(0, 5), ofBoth.length])
    }
  })

  it.each([
    'api_ref,name',
    'api_ref:desc,name:desc',
    'plan_ref,api_ref,name:desc',
    'owner_ref,name',
    'owner_ref:desc,api_ref',
    'plan_ref,description',
    'plan_ref',
  ])('has each record once in the order %s, on whatever page', async (sorted) => {
    const { box } = await counted()
    const fields = sorted
      .split(',')
      .map((field) => field.split(':') as [keyof ReturnType<typeof subscription>, string?])
    const expected = Array.from({ length: COUNT }, (_, n) => subscription(n)).sort((a, b) => {
      for (const [member, direction] of fields) {
        const [one, other] = [String(a[member]), String(b[member])]
        if (one !== other) return one < other === (direction === undefined) ? -1 : 1
      }
      return a.id < b.id ? -1 : 1
    })
    for (const [page, pageSize] of [
      [1, 15],
      [7, 15],
      [112, 15],
      [3, 700],
      [5, 1000],
      [6, 1000],
    ] as const) {
      const { results, metadata } = await box.subscriptions.list({ sorted, page, pageSize })
      const ids = expected.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id)
      expect([results.map(({ id }) => id), metadata.count]).toEqual([ids, COUNT])
    }
  })

  it('reads all records if no index applies', async () => {
    const { box, read } = await counted()
    read.records = 0
    await box.subscriptions.list({ filter: { 'dates.created_at': '1' } })
    expect(read.records).toBe(COUNT)
  })
})

describe('a member cannot be indexed', () => {
  const declare = (indexes: readonly string[], kept: readonly string[] = []) =>
    defineResource({
      name: 'thing',
      plural: 'things',
      path: '/api/things',
      domain: 'Thing',
      events: 'THING',
      id: Type.String(),
      schema: object({
        id: Type.String(),
        size: Type.Number(),
        tags: Type.Array(Type.String()),
        secret: Type.Optional(Type.String()),
        code: Type.Optional(Type.String({ writeOnly: true })),
        computed: output(Type.String()),
      }),
      kept,
      indexes,
    })

  it.each([['size'], ['tags'], ['secret'], ['code'], ['computed'], ['unknown'], ['toString'], ['tags.0']])(
    '%s',
    (member) => {
      expect(() => declare([member])).toThrow(TypeError)
    },
  )

  it('unless it is a stored, visible text', () => {
    expect(declare(['id']).indexes).toEqual(['id'])
    expect(declare(['computed'], ['computed']).indexes).toEqual(['computed'])
  })
})
