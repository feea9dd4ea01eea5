import { expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

const staffOnly = { activationStrategy: 'RULES', parameters: { rules: [{ when: { segment: 'staff' } }] } } as const

type Box = ReturnType<typeof createSignalbox>

/** A box, and a function that runs something once, just before the next deletion is committed. */
function boxWithHook() {
  const store = memoryStore()
  let hook: (() => Promise<unknown>) | undefined
  const commit: Store['commit'] = async (changes, events) => {
    const [run, isRemoval] = [
      hook,
      changes.some(({ op, collection }) => op === 'delete' && ['scripts', 'segments'].includes(collection)),
    ]
    if (isRemoval) hook = undefined
    if (isRemoval) await run?.()
    return store.commit(changes, events)
  }
  const box = createSignalbox({ store: { ...store, commit } })
  const beforeRemoval = (run: () => Promise<unknown>) => {
    hook = run
  }
  return { box, store, beforeRemoval }
}

it('deleting many segments deletes none that a feature begins to refer to meanwhile', async () => {
  const { box, beforeRemoval } = boxWithHook()
  await box.segments.import({ body: [{ id: 'staff', included: ['ann'] }, { id: 'testers' }] })
  beforeRemoval(() => box.features.create({ body: { id: 'new', enabled: true, ...staffOnly } }))
  await expect(box.segments.deleteMany({ pattern: '*' })).rejects.toMatchObject({
    code: 'CONFLICT',
    errors: [{ message: 'error.reference.used', args: ['feature new'] }],
  })
  expect(await box.segments.count({ pattern: '*' })).toEqual({ count: 2 })
  expect(await box.segments.deleteMany({ pattern: 'testers' })).toEqual({ count: 1 })
})

it('deleting many segments also deletes one that begins to refer to another of them meanwhile', async () => {
  const { box, beforeRemoval } = boxWithHook()
  await box.segments.import({ body: [{ id: 'staff', included: ['ann'] }, { id: 'testers' }] })
  beforeRemoval(() => box.segments.patch({ id: 'testers', body: { when: { segment: 'staff' } } }))
  expect(await box.segments.deleteMany({ pattern: '*' })).toEqual({ count: 2 })
  expect(await box.lint()).toEqual({ unresolved: [], count: 0 })
})

it('deleting many segments by force deletes those that a feature begins to refer to meanwhile', async () => {
  const { box, beforeRemoval } = boxWithHook()
  await box.segments.import({ body: [{ id: 'staff', included: ['ann'] }, { id: 'testers' }] })
  beforeRemoval(() => box.features.create({ body: { id: 'new', enabled: true, ...staffOnly } }))
  expect(await box.segments.deleteMany({ pattern: '*', force: true })).toEqual({ count: 2 })
  expect(await box.lint()).toMatchObject({ count: 1 })
})

const script = { id: 's', name: 's', source: { type: 'javascript', script: 'function enabled() {}' } } as const
const decided = { id: 'f', enabled: false, activationStrategy: 'GLOBAL_SCRIPT', parameters: { ref: 's' } } as const
const inUse = { code: 'CONFLICT', errors: [{ message: 'error.reference.used', args: ['feature f'] }] }

it.each([
  ['deleting a script', (box: Box) => box.scripts.delete({ id: 's' })],
  ['deleting many scripts', (box: Box) => box.scripts.deleteMany({ pattern: '*' })],
  ['renaming a script', (box: Box) => box.scripts.replace({ id: 's', body: { ...script, id: 'r' } })],
])('%s fails if a feature begins to use it meanwhile', async (_, remove) => {
  const { box, beforeRemoval } = boxWithHook()
  await box.scripts.create({ body: script })
  beforeRemoval(() => box.features.create({ body: decided }))
  await expect(remove(box)).rejects.toMatchObject(inUse)
  expect(await box.scripts.get({ id: 's' })).toMatchObject({ id: 's' })
})

it('a script is protected from the features that an earlier version has stored', async () => {
  const { box, store } = boxWithHook()
  await box.scripts.create({ body: script })
  await box.features.create({ body: { ...decided, id: 'other', parameters: { ref: 'none' } } })
  await store.commit([{ op: 'put', collection: 'features', key: 'f', value: decided }], [])
  await expect(box.scripts.delete({ id: 's' })).rejects.toMatchObject(inUse)
  await box.scripts.delete({ id: 's', force: true })
  expect(await box.lint()).toMatchObject({ unresolved: [{ from: { id: 'other' } }, { from: { id: 'f' } }], count: 2 })
})

it('references that an earlier version has stored are listed', async () => {
  const { box, store } = boxWithHook()
  await store.commit([{ op: 'put', collection: 'features', key: 'f', value: decided }], [])
  expect((await box.lint()).unresolved).toEqual([
    { from: { kind: 'feature', id: 'f' }, to: { kind: 'script', id: 's' } },
  ])
})
