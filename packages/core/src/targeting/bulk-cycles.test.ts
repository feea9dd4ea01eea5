import { describe, expect, it } from 'vitest'
import { memoryStore, type Store } from '../index.ts'
import { feature, testBox } from '../machine/callers/access.fixture.ts'

const refersTo = (id: string) => ({
  activationStrategy: 'RULES' as const,
  parameters: { rules: [{ when: { feature: id } }] },
})

/** A box whose commits of several changes first run what `race` sets. */
function racingBox() {
  const store = memoryStore()
  let meanwhile: (() => unknown) | undefined
  const racing: Store = {
    ...store,
    async commit(changes, events) {
      const act = meanwhile
      if (act && changes.length > 1) {
        meanwhile = undefined
        await act()
        meanwhile = act
      }
      return store.commit(changes, events)
    },
  }
  const box = testBox({ store: racing })
  const rulesOf = async (id: string) =>
    JSON.stringify(((await box.features.get({ id })) as { parameters?: unknown }).parameters ?? {})
  const race = (act: () => unknown) => {
    meanwhile = act
  }
  return { box, rulesOf, race }
}

describe('a bulk write of features that refer to each other', () => {
  it('stores no cycle with a feature that it gives up, because others change it meanwhile', async () => {
    const { box, rulesOf, race } = racingBox()
    // The patch would free a of its reference to b, and let b refer to a.
    await box.features.create({ body: { ...feature('b'), metadata: { to: 'a' } } as never })
    await box.features.create({ body: { ...feature('a'), ...refersTo('b'), metadata: { to: 'c' } } as never })
    await box.features.create({ body: feature('c') })
    let count = 0
    race(() => box.features.patch({ id: 'a', body: { description: `change ${count++}` } }))
    const patch = [
      { op: 'replace', path: '/activationStrategy', value: 'RULES' },
      { op: 'add', path: '/parameters', value: { rules: [{ when: { feature: 'x' } }] } },
      { op: 'copy', from: '/metadata/to', path: '/parameters/rules/0/when/feature' },
    ]
    const { failures } = await box.features.patchMany({ body: { ids: ['a', 'b'], patch: patch as never } })
    expect(failures).toMatchObject([
      { id: 'a', code: 'CONFLICT' },
      { id: 'b', code: 'INVALID' },
    ])
    expect(await rulesOf('a')).toContain('"b"')
    expect(await rulesOf('b')).not.toContain('"a"')
  })

  it('stores no cycle with a feature that is too large to be patched', async () => {
    const { box, rulesOf } = racingBox()
    const to = (id: string) => ({ metadata: { to: id } })
    await box.features.create({ body: { ...feature('b'), ...to('a') } as never })
    const description = 'x'.repeat(1_000_000)
    await box.features.create({ body: { ...feature('a'), ...refersTo('b'), ...to('c'), description } as never })
    await box.features.create({ body: feature('c') })
    const patch = [
      { op: 'replace', path: '/activationStrategy', value: 'RULES' },
      { op: 'add', path: '/parameters', value: { rules: [{ when: { feature: 'x' } }] } },
      { op: 'copy', from: '/metadata/to', path: '/parameters/rules/0/when/feature' },
      { op: 'add', path: '/metadata/more', value: 'x'.repeat(100_000) },
    ]
    const { failures } = await box.features.patchMany({ body: { ids: ['a', 'b'], patch: patch as never } })
    expect(failures).toMatchObject([
      { id: 'a', code: 'TOO_LARGE' },
      { id: 'b', code: 'INVALID' },
    ])
    expect(await rulesOf('b')).not.toContain('"a"')
  })

  it('stores no cycle with a feature that an upload keeps', async () => {
    const { box } = racingBox()
    await box.features.create({ body: { ...feature('a'), ...refersTo('b') } })
    const { success, errors } = await box.features.import({
      body: [feature('a'), { ...feature('b'), ...refersTo('a') }],
    })
    expect(success).toBe(0)
    expect(JSON.stringify(errors)).toContain('error.reference.cycle')
  })

  it('finds cycles within an upload in a dry run, across batches', async () => {
    const { box } = racingBox()
    const others = Array.from({ length: 600 }, (_, n) => feature(`f${n}`))
    const body = [{ ...feature('a'), ...refersTo('b') }, ...others, { ...feature('b'), ...refersTo('a') }]
    const { success } = await box.features.import({ body, dryRun: true })
    expect(success).toBe(601)
  })
})
