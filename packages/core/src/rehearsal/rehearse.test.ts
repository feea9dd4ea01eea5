import { describe, expect, it } from 'vitest'
import { type SignalboxApi, slices } from '../contract.ts'
import { createParts } from '../flags/parts.ts'
import { owner } from '../machine/callers/caller.ts'
import { openSlices } from '../machine/calls/open-slices.ts'
import { memoryStore } from '../memory/store.ts'
import type { Change, Store } from '../ports.ts'
import { kindsOf } from '../slice.ts'
import { commitRehearsed } from './commit-rehearsed.ts'
import { type RehearsedParts, rehearse } from './rehearse.ts'

/** A store, and how often each of its methods was called that writes or waits. */
function watched() {
  const store = memoryStore()
  const calls = { commit: 0, trim: 0, watch: 0 }
  const counted: Store = {
    ...store,
    commit(...given) {
      calls.commit++
      return store.commit(...given)
    },
    trim(...given) {
      calls.trim++
      return store.trim(...given)
    },
    watch(...given) {
      calls.watch++
      return store.watch(...given)
    },
  }
  return { store: counted, calls }
}

describe('a rehearsal', () => {
  const open = (parts: RehearsedParts) => openSlices(slices.slice(0, 3) as never, parts as never).api as SignalboxApi
  const feature = { id: 'a', enabled: true, activationStrategy: 'NO_STRATEGY' } as const

  it('resolves with what was written, which nobody else sees', async () => {
    const { store, calls } = watched()
    const parts = createParts({ store }, { kinds: kindsOf(slices) })
    const rehearsed = await rehearse({ options: {}, parts, open }, async ({ api, events }) => {
      await api.features.create({ body: feature })
      await api.features.patch({ id: 'a', body: { enabled: false } })
      return [(await api.features.get({ id: 'a' })).enabled, events.map(({ type }) => type)]
    })
    expect(rehearsed).toMatchObject({
      result: [false, ['FEATURE_CREATED', 'FEATURE_UPDATED']],
      changes: [
        { op: 'put', collection: 'features', key: 'a', value: { enabled: false }, expected: null },
        { op: 'check', collection: 'flag-gates' },
      ],
      events: [{ type: 'FEATURE_CREATED' }, { type: 'FEATURE_UPDATED', oldValue: feature }],
    })
    expect(calls).toEqual({ commit: 0, trim: 0, watch: 0 })
    await commitRehearsed({ ...parts, ...parts.instance, applied: async () => {} }, async () => rehearsed, {
      caller: owner,
    })
    expect((await store.get('features', 'a'))?.value).toMatchObject({ enabled: false })
  })

  it('keeps what follows a commit until the real commit', async () => {
    const { store } = watched()
    const seen: unknown[] = []
    const look = async () => void seen.push((await store.get('features', 'a'))?.value !== undefined)
    const parts = createParts({ store }, { kinds: kindsOf(slices) })
    await commitRehearsed(
      { ...parts, ...parts.instance, applied: look },
      () =>
        rehearse({ options: {}, parts, open }, async ({ api, instance }) => {
          await api.features.create({ body: feature })
          instance.postpone?.(look)
          await look()
        }),
      { caller: owner },
    )
    expect(seen).toEqual([false, true, true])
  })

  it('reads the records that it replaces for judges, and no bookkeeping', async () => {
    const store = memoryStore()
    const parts = createParts({ store }, { kinds: kindsOf(slices) })
    const { versions } = (await store.commit(
      ['features', 'feature-uses'].map((collection) => ({ op: 'put', collection, key: 'a', value: feature }) as const),
      [],
    )) as { versions: readonly string[] }
    const changes = ['features', 'feature-uses'].map(
      (collection, i): Change => ({ op: 'delete', collection, key: 'a', expected: versions[i]! }),
    )
    const read: string[] = []
    const get: Store['get'] = (collection, ...given) => {
      read.push(collection)
      return store.get(collection, ...given)
    }
    await commitRehearsed(
      { ...parts, ...parts.instance, store: { ...store, get }, applied: async () => {} },
      async () => ({ result: undefined, changes, events: [], afterwards: [] }),
      { caller: owner },
    )
    expect(read).toEqual(['features'])
    expect(await store.get('feature-uses', 'a')).toBeUndefined()
  })

  it('that fails leaves nothing, and what it left behind cannot write', async () => {
    const { store, calls } = watched()
    const parts = createParts({ store }, { kinds: kindsOf(slices) })
    let late: (() => Promise<unknown>) | undefined
    const failing = rehearse({ options: {}, parts, open }, async ({ api }) => {
      late = () => api.features.create({ body: feature })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await expect(late?.()).rejects.toThrow('has ended')
    expect(calls.commit).toBe(0)
  })
})
