import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../memory/store.ts'
import type { Change, Store } from '../../ports.ts'
import { etagOf, handOut } from '../answers/result-metadata.ts'
import { owner } from '../callers/caller.ts'
import { keySchema } from '../keys/key.ts'
import { object, type Static, Type } from '../schema/schema.ts'
import { timeZone } from '../time/time.ts'
import { collection } from './collection.ts'
import { createCommits } from './commit.ts'
import { BATCH } from './lines/batch.ts'
import type { JsonPatch } from './patching/patch.ts'
import { defineResource } from './resource.ts'

const things = defineResource({
  name: 'thing',
  plural: 'things',
  path: '/api/things',
  domain: 'Config',
  events: 'CONFIG',
  schema: object({ id: keySchema, n: Type.Number() }),
  id: keySchema,
})

/** The two functions that write, for a store of things. */
const commitsTo = (store: Pick<Store, 'commit'>) => createCommits({ store, kinds: [things], others: {}, judges: [] })

type Thing = Static<typeof things.schema>

/** A collection of things over a store. `beforeCommit` may change the store before a commit, or fail. */
function thingsOver(store: Store, beforeCommit: (changes: readonly Change[]) => Promise<unknown> = async () => {}) {
  const commits: (readonly Change[])[] = []
  const watched = {
    ...store,
    async commit(changes: readonly Change[], events: Parameters<Store['commit']>[1]) {
      await beforeCommit(changes)
      commits.push(changes)
      return store.commit(changes, events)
    },
  }
  const instance = {
    store: watched,
    ...commitsTo(watched),
    clock: () => Date.UTC(2026, 0, 1),
    zone: timeZone('Europe/Paris'),
    bodyLimit: 1000,
    apiBodyLimit: 1000,
    closing: new AbortController().signal,
    applied: async () => {},
  }
  const all = collection(things, instance)
  const by = (ifMatch?: string) => ({ caller: owner, ...(ifMatch !== undefined && { ifMatch }) })
  return {
    commits,
    get: async (id: string) => handOut(await all.get(id, by())),
    list: () => all.list({}, by()),
    count: () => all.count('*', by()),
    create: async (record: Thing) => handOut(await all.create(record, { call: by() })),
    replace: async (id: string, record: Thing, ifMatch?: string) =>
      handOut(await all.replace(id, record, { call: by(ifMatch) })),
    patch: async (id: string, patch: JsonPatch) => handOut(await all.patch(id, patch, { call: by() })),
    remove: async (id: string, ifMatch?: string) => handOut(await all.remove(id, { call: by(ifMatch) })),
    removeMany: (pattern: string) => all.removeMany(pattern, { call: by() }),
    importAll: (records: Iterable<Thing>) => all.importAll(records, {}, { call: by() }),
  }
}
const once = <T>(act: () => Promise<T>) => {
  let done = false
  return async () => {
    if (done) return
    done = true
    await act()
  }
}
async function events(store: Store) {
  const all: [string, string][] = []
  for await (const { type, key } of store.read({ after: 0 })) all.push([type, key])
  return all
}

describe('a write with a concurrent change', () => {
  it('is repeated on the current record, so no patch is lost', async () => {
    const store = memoryStore()
    const others = thingsOver(store)
    await others.create({ id: 'a', n: 1 })
    const mine = thingsOver(
      store,
      once(() => others.patch('a', [{ op: 'replace', path: '/n', value: 2 }])),
    )
    const change = [
      { op: 'test' as const, path: '/n', value: 2 },
      { op: 'replace' as const, path: '/n', value: 3 },
    ]
    await expect(mine.patch('a', change)).rejects.toMatchObject({ code: 'CONFLICT' })
    const again = thingsOver(
      store,
      once(() => others.patch('a', [{ op: 'replace', path: '/n', value: 4 }])),
    )
    expect(await again.patch('a', [{ op: 'replace', path: '/n', value: 5 }])).toEqual({ id: 'a', n: 5 })
    expect(again.commits).toHaveLength(2)
  })

  it('fails if it requires a version', async () => {
    const store = memoryStore()
    const others = thingsOver(store)
    const tag = etagOf(await others.create({ id: 'a', n: 1 }))
    const mine = thingsOver(
      store,
      once(() => others.replace('a', { id: 'a', n: 2 })),
    )
    await expect(mine.replace('a', { id: 'a', n: 3 }, tag)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    await expect(mine.remove('a', tag)).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' })
    expect(await mine.get('a')).toEqual({ id: 'a', n: 2 })
  })

  it('fails if the record was deleted; a delete deletes the current record', async () => {
    const store = memoryStore()
    const others = thingsOver(store)
    await others.create({ id: 'a', n: 1 })
    const gone = thingsOver(
      store,
      once(() => others.remove('a')),
    )
    await expect(gone.replace('a', { id: 'a', n: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await others.create({ id: 'a', n: 1 })
    const changed = thingsOver(
      store,
      once(() => others.replace('a', { id: 'a', n: 2 })),
    )
    expect(await changed.remove('a')).toEqual({ id: 'a', n: 2 })
  })

  it('fails as a rename if the new id was taken', async () => {
    const store = memoryStore()
    const others = thingsOver(store)
    await others.create({ id: 'a', n: 1 })
    const mine = thingsOver(
      store,
      once(() => others.create({ id: 'b', n: 2 })),
    )
    await expect(mine.replace('a', { id: 'b', n: 3 })).rejects.toMatchObject({ code: 'CONFLICT', message: /thing b/ })
    expect(await mine.list()).toMatchObject({ results: [{ id: 'a' }, { id: 'b', n: 2 }] })
  })
})

describe('a write', () => {
  it('that changes nothing commits nothing and keeps the version', async () => {
    const store = memoryStore()
    const all = thingsOver(store)
    const tag = etagOf(await all.create({ id: 'a', n: 1 }))
    expect(etagOf(await all.replace('a', { id: 'a', n: 1 }))).toBe(tag)
    expect(etagOf(await all.patch('a', [{ op: 'replace', path: '/n', value: 1 }]))).toBe(tag)
    expect(all.commits).toHaveLength(1)
    expect(await events(store)).toEqual([['CONFIG_CREATED', 'a']])
  })

  it('that renames is one commit: the old id deleted, then the new one created', async () => {
    const store = memoryStore()
    const all = thingsOver(store)
    await all.create({ id: 'a', n: 1 })
    await all.replace('a', { id: 'b', n: 2 })
    expect(all.commits).toHaveLength(2)
    expect((await events(store)).slice(1)).toEqual([
      ['CONFIG_DELETED', 'a'],
      ['CONFIG_CREATED', 'b'],
    ])
  })

  it('is stamped with the local time of the instance', async () => {
    const store = memoryStore()
    await thingsOver(store).create({ id: 'a', n: 1 })
    for await (const { timestamp } of store.read({ after: 0 })) expect(timestamp).toBe('2026-01-01T01:00:00.000')
  })
})

describe('deleting many', () => {
  const fill = (all: ReturnType<typeof thingsOver>, count: number) =>
    all.importAll(Array.from({ length: count }, (_, i) => ({ id: `t${String(i).padStart(5, '0')}`, n: i })))

  it('commits in batches, with an event for each record and a final one', async () => {
    const store = memoryStore()
    await fill(thingsOver(store), BATCH + 1)
    const all = thingsOver(store)
    expect(await all.removeMany('t*,!t00000')).toBe(BATCH)
    expect(all.commits.map(({ length }) => length)).toEqual([BATCH, 0])
    expect(await all.count()).toBe(1)
    expect((await events(store)).at(-1)).toEqual(['CONFIGS_DELETED', 't*,!t00000'])
  })

  it('commits large records in smaller batches', async () => {
    const store = memoryStore()
    const large = (id: string) => ({ id, n: 1, text: 'x'.repeat(3 * 1024 * 1024) })
    for (const key of ['a', 'b', 'c', 'd'])
      await store.commit([{ op: 'put', collection: things.plural, key, value: large(key) }], [])
    const all = thingsOver(store)
    expect(await all.removeMany('*')).toBe(4)
    expect(all.commits.map(({ length }) => length)).toEqual([3, 1, 0])
  })

  it('reads changed and deleted records again', async () => {
    const store = memoryStore()
    const others = thingsOver(store)
    await fill(others, 3)
    const all = thingsOver(
      store,
      once(async () => {
        await others.remove('t00000')
        await others.replace('t00001', { id: 't00001', n: 99 })
      }),
    )
    expect(await all.removeMany('*')).toBe(2)
    expect(await all.count()).toBe(0)
  })

  it('reports how many records were deleted if the store fails', async () => {
    const store = memoryStore()
    await fill(thingsOver(store), 2 * BATCH)
    const cause = new Error('the store is gone')
    let commits = 0
    const all = thingsOver(store, async () => {
      if (++commits === 2) throw cause
    })
    await expect(all.removeMany('*')).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      errors: [{ message: 'error.interrupted', args: [String(BATCH)] }],
      cause,
    })
    expect(await all.count()).toBe(BATCH)
  })
})

describe('hooks of a kind', () => {
  /** Records the arguments of hooks, and the order of hooks and commits. */
  function hooked(store: Store) {
    const told: unknown[] = []
    const watched = {
      ...store,
      commit(changes: readonly Change[], events: Parameters<Store['commit']>[1]) {
        told.push('commit')
        return store.commit(changes, events)
      },
    }
    const instance = {
      store: watched,
      ...commitsTo(watched),
      clock: () => 0,
      zone: timeZone('UTC'),
      ...{ bodyLimit: 1000, apiBodyLimit: 1000 },
      closing: new AbortController().signal,
      applied: async () => {},
    }
    const records = collection<typeof things, { readonly why: string }>(things, instance, {
      prepare({ next, current, intent, isUpload }) {
        told.push({ to: next.n, ...(current && { from: current.n }), why: intent?.why, isUpload })
        const afterwards = async () => {
          told.push('afterwards')
          if (next.n === 13) throw new Error('The follow-up work failed')
        }
        return { record: next, afterwards }
      },
      async remove({ record, intent }) {
        told.push({ removed: record.n, why: intent?.why })
        return {}
      },
    })
    return { told, records }
  }
  const call = { caller: owner }

  it('receive the intent of a write, if it has one', async () => {
    const { told, records } = hooked(memoryStore())
    await records.create({ id: 'a', n: 1 }, { call, intent: { why: 'begin' } })
    await records.update('a', ({ id }) => ({ id, n: 2 }), { call, intent: { why: 'change' } })
    await records.replace('a', { id: 'a', n: 3 }, { call })
    await records.patch('a', { n: 4 }, { call, intent: { why: 'patch' } })
    await records.remove('a', { call, intent: { why: 'end' } })
    expect(told.filter((one) => typeof one === 'object')).toEqual([
      { to: 1, why: 'begin' },
      { from: 1, to: 2, why: 'change' },
      { from: 2, to: 3 },
      { from: 3, to: 4, why: 'patch' },
      { removed: 4, why: 'end' },
    ])
  })

  it('run for uploads; follow-up work runs once for each committed batch', async () => {
    const { told, records } = hooked(memoryStore())
    await records.importAll([{ id: 'a', n: 1 }], {}, { call, intent: () => ({ why: 'upload' }) })
    expect(told).toEqual([{ to: 1, why: 'upload', isUpload: true }, 'commit', 'afterwards'])
  })

  it('whose follow-up work fails leave a bulk patch interrupted, and its commit is counted', async () => {
    const { records } = hooked(memoryStore())
    await records.create({ id: 'a', n: 1 }, { call })
    await expect(records.patchMany({ n: 13 }, { pattern: '*' }, { call })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('stopped after 1 records'),
    })
  })

  it('run no follow-up work after a dry run or a failure', async () => {
    const { told, records } = hooked(memoryStore())
    await records.importAll([{ id: 'a', n: 1 }], { dryRun: true }, { call })
    await records.create({ id: 'b', n: 1 }, { call })
    told.length = 0
    await expect(records.create({ id: 'b', n: 2 }, { call })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(
      records.update('b', ({ id }) => ({ id, n: 2 }), { call: { ...call, ifMatch: '"0"' } }),
    ).rejects.toThrow()
    expect(told).toEqual([{ to: 2 }, 'commit'])
  })
})
