import { expect, it } from 'vitest'
import { memoryStore } from '../memory/store.ts'
import type { Store } from '../ports.ts'
import { createSignalbox } from '../signalbox.ts'

const staffOnly = { activationStrategy: 'RULES', parameters: { rules: [{ when: { segment: 'staff' } }] } } as const

/** A box, and a function that runs something once, just before the next deletion is committed. */
function boxWithHook() {
  const store = memoryStore()
  let hook: (() => Promise<unknown>) | undefined
  const commit: Store['commit'] = async (changes, events) => {
    const [run, isRemoval] = [hook, changes.some(({ op, collection }) => op === 'delete' && collection === 'segments')]
    if (isRemoval) hook = undefined
    if (isRemoval) await run?.()
    return store.commit(changes, events)
  }
  const box = createSignalbox({ store: { ...store, commit } })
  const beforeRemoval = (run: () => Promise<unknown>) => {
    hook = run
  }
  return { box, beforeRemoval }
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
