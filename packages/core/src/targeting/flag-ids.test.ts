import { describe, expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' as const })
const typed = (id: string) => ({ id, value: 1, type: 'number' as const })
const taken = (...args: string[]) => ({ code: 'CONFLICT', errors: [{ message: 'error.flag.exists', args }] })

/** A box that runs something once, just before its next commit to a collection. */
function racing(collection: string) {
  const store = memoryStore()
  let act: (() => Promise<unknown>) | undefined
  const commit: Store['commit'] = async (changes, events) => {
    const run = act
    if (run && changes.some((change) => change.collection === collection && change.op === 'put')) {
      act = undefined
      await run()
    }
    return store.commit(changes, events)
  }
  return {
    box: createSignalbox({ store: { ...store, commit } }),
    meanwhile: (run: () => Promise<unknown>) => {
      act = run
    },
  }
}

describe('a flag of the other kind that is written concurrently', () => {
  it.each([
    ['the first typed config', []],
    ['another typed config', [typed('first')]],
  ])('is seen by a feature: %s', async (_, before) => {
    const { box, meanwhile } = racing('features')
    await box.configs.import({ body: before })
    meanwhile(() => box.configs.create({ body: typed('a') }))
    await expect(box.features.create({ body: feature('a') })).rejects.toMatchObject(taken('config', 'a'))
    meanwhile(() => box.configs.create({ body: typed('b') }))
    const { success, errors } = await box.features.import({ body: [feature('b'), feature('c')] })
    const sentence = expect.stringMatching(/^The id b is taken by the typed config b/)
    expect([success, errors.errors]).toEqual([1, [{ message: 'error.line.invalid', args: ['1', sentence] }]])
  })

  it('is seen by a typed config, and by one that gets a type', async () => {
    const { box, meanwhile } = racing('configs')
    meanwhile(() => box.features.create({ body: feature('a') }))
    await expect(box.configs.create({ body: typed('a') })).rejects.toMatchObject(taken('feature', 'a'))
    await box.configs.create({ body: { id: 'b', value: 1 } })
    meanwhile(() => box.features.create({ body: feature('b') }))
    await expect(box.configs.patch({ id: 'b', body: { type: 'number' } })).rejects.toMatchObject(taken('feature', 'b'))
  })

  it('is seen if a config without a type gets one', async () => {
    const { box, meanwhile } = racing('features')
    await box.configs.import({ body: [typed('first'), { id: 'a', value: 1 }] })
    meanwhile(() => box.configs.patch({ id: 'a', body: { type: 'number' } }))
    await expect(box.features.create({ body: feature('a') })).rejects.toMatchObject(taken('config', 'a'))
  })
})

it('while no typed config was ever stored, an upload of features checks one record a commit and reads it once', async () => {
  const store = memoryStore()
  const read: string[] = []
  const commits: number[] = []
  const box = createSignalbox({
    store: {
      ...store,
      get(collection, key) {
        read.push(collection)
        return store.get(collection, key)
      },
      commit(changes, events) {
        commits.push(changes.filter(({ op }) => op === 'check').length)
        return store.commit(changes, events)
      },
    },
  })
  await box.features.import({ body: Array.from({ length: 1000 }, (_, i) => feature(`f${i}`)) })
  expect(commits.length).toBeGreaterThan(0)
  expect(commits).toEqual(commits.map(() => 1))
  expect(read.filter((collection) => collection === 'flag-gates').length).toBe(commits.length)
  expect(read.filter((collection) => collection === 'configs')).toEqual([])
})

it('the other flag is named only to callers who may read it', async () => {
  const box = createSignalbox()
  await box.configs.create({ body: typed('a') })
  const api = box.as({ id: 'ann', authorizedPatterns: [{ pattern: '*', domains: ['Feature'] }] as never })
  await expect(api.features.create({ body: feature('a') })).rejects.toMatchObject({
    ...taken('a'),
    message: expect.stringContaining('is taken by another flag'),
  })
})
