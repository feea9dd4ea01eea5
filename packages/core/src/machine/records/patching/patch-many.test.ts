import { describe, expect, it } from 'vitest'
import { memoryStore, type Store } from '../../../index.ts'
import { codeOf, feature, testBox } from '../../callers/access.fixture.ts'

const off = { enabled: false }
const ids = ['id:a', 'id:b', 'id:c']

/** A box with three features, whose next commits of several records first run `meanwhile`. */
async function open(meanwhile: (box: ReturnType<typeof testBox>) => unknown = () => {}) {
  const store = memoryStore()
  let isRacing = false
  const racing: Store = {
    ...store,
    async commit(changes, events) {
      if (isRacing && changes.length > 1) {
        isRacing = false
        await meanwhile(box)
        isRacing = true
      }
      return store.commit(changes, events)
    },
  }
  const box = testBox({ store: racing })
  await box.features.import({ body: ids.map(feature) })
  isRacing = true
  const stored = async () => (await box.features.list()).results
  return { box, stored }
}

describe('a feature that others change meanwhile', () => {
  it('is read again, so that both changes survive', async () => {
    let left = 3
    const { box, stored } = await open(async ({ features }) => {
      if (left-- > 0) await features.patch({ id: 'id:b', body: { description: `${left} left` } })
    })
    const result = await box.features.patchMany({ body: { pattern: '*', patch: off } })
    expect(result).toMatchObject({ changed: 3, failed: 0 })
    expect(await stored()).toMatchObject([off, { ...off, description: '0 left' }, off])
  })

  it('is reported if that goes on, and the others are patched', async () => {
    let count = 0
    const { box, stored } = await open(({ features }) =>
      features.patch({ id: 'id:b', body: { description: `change ${count++}` } }),
    )
    const result = await box.features.patchMany({ body: { pattern: '*', patch: off } })
    expect(result).toMatchObject({ changed: 2, failed: 1, failures: [{ id: 'id:b', code: 'CONFLICT' }] })
    expect(await stored()).toMatchObject([off, { enabled: true, description: 'change 5' }, off])
  })

  it.each([
    [{ pattern: '*' }, { changed: 2, failed: 0 }],
    [{ ids }, { changed: 2, failed: 1, failures: [{ id: 'id:b', code: 'NOT_FOUND' }] }],
  ])('and deleted is left out, and reported if it was named: %j', async (chosen, expected) => {
    const { box } = await open(({ features }) => features.delete({ id: 'id:b' }).catch(() => {}))
    expect(await box.features.patchMany({ body: { ...chosen, patch: off } })).toMatchObject(expected)
  })
})

describe('the grants of the caller', () => {
  it('decide which features are patched, and nothing tells of the others', async () => {
    const { box, stored } = await open()
    const caller = box.as({ id: 'ann', authorizedPatterns: 'id:a,id:b$$$R,id:missing' })
    const answers = await Promise.all(
      ['id:b', 'id:c', 'id:missing', 'id:nowhere'].map(async (id) => {
        const { failures } = await caller.features.patchMany({ body: { ids: [id], patch: off } })
        return JSON.stringify(failures).replaceAll(id, 'ID')
      }),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('NOT_FOUND')
    const body = { pattern: '*', patch: off }
    expect(await caller.features.patchMany({ body: { ...body, dryRun: true } })).toMatchObject({
      examples: [{ before: { id: 'id:a' } }],
    })
    expect(await caller.features.patchMany({ body })).toMatchObject({ changed: 1, unchanged: 0, failed: 0 })
    expect((await stored()).map(({ enabled }) => enabled)).toEqual([false, true, true])
  })

  it('without the right to update reject the call', async () => {
    const { box } = await open()
    const caller = box.as({ id: 'ann', authorizedPatterns: '*$$$R' })
    expect(await codeOf(caller.features.patchMany({ body: { pattern: '*', patch: off } }))).toBe('FORBIDDEN')
  })
})

describe('a bulk patch', () => {
  it('lists each failure of named features, and a hundred of a pattern, and counts all', async () => {
    const { box } = await open()
    const many = Array.from({ length: 150 }, (_, i) => `x${i}`)
    const named = await box.features.patchMany({ body: { ids: many, patch: off } })
    expect([named.failed, named.failures.length]).toEqual([150, 150])
    await box.features.import({ body: many.map(feature) })
    const matching = await box.features.patchMany({ body: { pattern: 'x*', patch: { id: 'y' } } })
    expect([matching.failed, matching.failures.length]).toEqual([150, 100])
  })

  it('that the store interrupts says how far it came', async () => {
    const store = memoryStore()
    let commits = 0
    const failing: Store = {
      ...store,
      async commit(changes, events) {
        if (changes.length >= 500 && ++commits === 4) throw new Error('The disk is full')
        return store.commit(changes, events)
      },
    }
    const box = testBox({ store: failing })
    await box.features.import({ body: Array.from({ length: 1500 }, (_, i) => feature(`f${i}`)).slice(0, 1000) })
    await box.features.import({ body: Array.from({ length: 100 }, (_, i) => feature(`g${i}`)) })
    const call = box.features.patchMany({ body: { pattern: '*', patch: off } })
    await expect(call).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('after 500 records'),
    })
  })
})
