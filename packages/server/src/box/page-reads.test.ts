import { type Change, contract, createSignalbox, type Index, operations, type Store } from '@signalbox/core'
import { expect, it, onTestFinished } from 'vitest'
import { fill, observedBox } from '../fixtures/full-box.fixture.ts'

const COUNT = 2000
const PAGE = 15
/** A few pages: a list may read a record ahead, or parts of its records from other collections. */
const MOST = 10 * PAGE

/** Lists that read more than they show, and why. */
const readsAll: Readonly<Record<string, string>> = {
  routes: 'the count, and the warnings of collisions, depend on the routes of every API',
}

/** A view of a store that counts the records read. */
function counting(store: Store) {
  const read = { records: 0 }
  async function* noted<T>(entries: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const entry of entries) {
      read.records++
      yield entry
    }
  }
  const counted: Store = {
    ...store,
    scan: (collection, options) => noted(store.scan(collection, options)),
    read: (options) => noted(store.read(options)),
    ...(store.readBack && { readBack: (part) => noted((store.readBack as NonNullable<Store['readBack']>)(part)) }),
    async get(collection, key) {
      read.records++
      return store.get(collection, key)
    },
    index: async (collection, member) => countedIndex(await store.index?.(collection, member)),
    indexWithin: async (collection, member, within) =>
      countedIndex(await store.indexWithin?.(collection, member, within)),
  }
  function countedIndex(index: Index | undefined): Index | undefined {
    return index && { ...index, pick: (keys) => noting(keys.length, index.pick(keys)) }
  }
  function noting<T>(records: number, result: T): T {
    read.records += records
    return result
  }
  return { store: counted, read }
}

/** Copies a record of each kind until there are many. */
async function multiply(store: Store, kinds: readonly { readonly plural: string; readonly key?: string }[]) {
  for (const { plural, key = 'id' } of kinds) {
    const models: unknown[] = []
    for await (const { value } of store.scan(plural, { limit: 1 })) models.push(value)
    expect(models, `the filled box has ${plural}`).toHaveLength(1)
    const changes = Array.from({ length: COUNT }, (_, n): Change => {
      const id = `copy-${String(n).padStart(5, '0')}`
      return { op: 'put', collection: plural, key: id, value: { ...(models[0] as object), [key]: id } }
    })
    await store.commit(changes, [])
  }
}

it('a page of a list reads little more than its records', async () => {
  const filled = observedBox()
  await fill(filled)
  const kinds = filled.box.slices.flatMap((slice) => slice.kinds ?? [])
  await multiply(filled.store, kinds as never)
  const { store, read } = counting(filled.store)
  const box = createSignalbox({ store })
  onTestFinished(async () => {
    await box.close()
    await filled.box.close()
  })
  const lists = operations(contract).filter(({ operation }) => {
    const members = Object.keys((operation.query as { properties?: object } | undefined)?.properties ?? {})
    return members.includes('pageSize') || (members.includes('limit') && !operation.path.includes('{'))
  })
  const reads: Record<string, number> = {}
  for (const { name, operation, find } of lists) {
    const size = 'pageSize' in (operation.query as { properties: object }).properties ? 'pageSize' : 'limit'
    const call = () => (find(box) as (input: object) => Promise<unknown>)({ [size]: PAGE })
    await call() // has what is kept in memory read
    await box.configs.create({ body: { id: `new:${name.join('-')}`, value: 1 } }) // so that nothing is answered as before
    read.records = 0
    await call()
    reads[name.join('.')] = read.records
  }
  expect(Object.keys(reads)).toEqual(expect.arrayContaining(['features.list', 'apis.list', 'events.history', 'search']))
  const excess = Object.entries(reads).filter(([, records]) => records > MOST)
  expect(Object.fromEntries(excess)).toEqual(
    Object.fromEntries(Object.keys(readsAll).map((name) => [name, expect.any(Number)])),
  )
})
